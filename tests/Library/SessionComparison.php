<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use Lyo\Exception\InexactException;
use Lyo\Exception\LimitException;
use Lyo\Exception\LyoException;
use Lyo\Session\Form;
use Lyo\Session\Session;
use Lyo\Tests\Differential\Generator\Families;
use Lyo\Tests\Differential\Generator\Pool;
use Lyo\Tests\Differential\Generator\Values;
use Lyo\Tests\Differential\GraphComparer;
use Lyo\Tests\Support\Rng;
use Throwable;

use function array_filter;
use function array_keys;
use function bin2hex;
use function chr;
use function count;
use function ini_set;
use function is_int;
use function is_string;
use function ksort;
use function max;
use function preg_match;
use function serialize;
use function session_abort;
use function session_decode;
use function session_encode;
use function session_start;
use function str_contains;
use function str_repeat;
use function strlen;
use function strspn;
use function substr;

/** Lyo\Session\Session against session_encode() and session_decode(). */
final class SessionComparison
{
    private const FAMILIES = [
        'scalar' => 8, 'array' => 14, 'rows' => 8, 'object' => 16, 'state' => 8, 'sleep' => 6, 'legacy' => 8, 'references' => 14, 'internal' => 7,
        'incomplete' => 3, 'strings' => 3, 'deep' => 1,
    ];

    /** Of igbinary: where it says what serialize() says. */
    private const TAME = ['scalar' => 8, 'array' => 14, 'rows' => 8, 'references' => 14, 'strings' => 3, 'deep' => 1, 'state' => 4];

    /**
     * The extensions see identities, references and states that serialize() loses (docs/library.md): in two sessions of a hundred at most. Of
     * 500 in igbinary it is 2 on PHP 8.2 and 8 on PHP 8.4, whose virtual properties igbinary writes.
     */
    private const MORE = 'more than serialize() says is in ';

    /** Private and protected properties that these name without their class come back as public ones from igbinary. */
    private const CHANGED = '/\\\\(?:OnlySerialize|SleepNames\w*)/';

    /** @var array<string, int> */
    private array $counts = [];
    /** @var list<string> */
    private array $failures = [];

    /** All sessions of the seed in one form. */
    public function form(Form $form, int $sessions, int $seed): void
    {
        ini_set('session.serialize_handler', $form->value);
        session_start();
        for ($i = 0; $i < $sessions; $i++) {
            $this->count("sessions in $form->value");
            $this->session($form, self::make(new Rng($seed, $i), $form), "$form->value, session $i");
        }
        session_abort();
    }

    /** Prints what was compared; false if anything differs, or less was compared than planned. */
    public function report(int $plan): bool
    {
        ksort($this->counts);
        foreach ($this->counts as $what => $count) {
            echo "$what: $count\n";
        }
        foreach ($this->failures as $i => $failure) {
            echo $i < 20 ? "FAILED: $failure\n" : '';
        }
        foreach ([Form::Lyo, Form::Igbinary] as $form) {
            $more = $this->counts[self::MORE . $form->value] ?? 0;
            if ($more > 0.02 * ($this->counts["sessions in $form->value"] ?? 0)) {
                $this->failures[] = "$more sessions in $form->value that are others";
            }
        }
        $compared = ($this->counts['written alike'] ?? 0) + ($this->counts['refused by both, or left out by PHP'] ?? 0);
        $read = $this->counts['read alike'] ?? 0;
        echo count($this->failures), " failures; $compared written and $read read of $plan\n";
        return $this->failures === [] && $compared >= 0.9 * $plan && $read >= 0.85 * $plan;
    }

    /** @return array<mixed> */
    private static function make(Rng $rng, Form $form): array
    {
        $pool = new Pool($rng, 's', $rng->int(3, 120));
        $values = new Values($rng, $pool);
        $families = new Families($rng, $pool, $values);
        $session = [];
        for ($left = $rng->int(0, 5); $left > 0; $left--) {
            $session[self::name($rng, $form)] = $families->make($rng->weighted($form === Form::Igbinary ? self::TAME : self::FAMILIES));
        }
        $values->bindSome($session, 50);
        $pool->forget();
        return $session;
    }

    private static function name(Rng $rng, Form $form): string|int
    {
        return match ($rng->int(0, 30)) {
            0 => '',
            1 => '!mark',
            2 => 'a:1:{' . $rng->bytes(3),
            3 => str_repeat('n', $rng->int(1, 127)),
            4 => $form === Form::Php ? 'bar|' : 'b|i:1;',
            5 => str_repeat('n', $rng->int(126, 200)),
            6 => $rng->int(-2, 100),
            7 => 'i:5;' . chr($rng->int(0, 255)),
            default => $rng->pick(['user', 'csrf', '_token', 'cart', 'flash', '_sf2_attributes', 'a', 'b', 'c']),
        };
    }

    /** @param array<mixed> $session */
    private function session(Form $form, array $session, string $name): void
    {
        try {
            $_SESSION = $session;
            $theirs = (string) session_encode();
            $again = (string) session_encode();
        } catch (Throwable) { // @phpstan-ignore catch.neverThrown (hooks do)
            $this->count('cannot be serialized');
            return;
        }
        if ($form === Form::Igbinary && preg_match(self::CHANGED, $theirs) === 1) {
            $this->count('classes that igbinary itself changes');
            return;
        }
        if ($theirs !== $again) {
            $this->count('says something else each time');
            return;
        }
        try {
            $ours = Session::encode($session, $form);
        } catch (Throwable $e) {
            $rule = match (true) {
                self::isRefused($form, array_keys($session)) => 'refused by both, or left out by PHP',
                $e instanceof LimitException => 'deeper than 4,096 levels, refused',
                $e instanceof InexactException && str_contains($e->getMessage(), 'back reference names') => 'text that PHP has spoiled, refused',
                default => null,
            };
            $this->expect($rule !== null, (string) $rule, "$name: " . $e::class . " {$e->getMessage()}");
            return;
        }
        if ($theirs !== $ours && ($form === Form::Php || $form === Form::PhpBinary) && Session::toNative($ours) === serialize($session)) {
            // PHP writes an object twice if it is in an array that two variables share; serialize() does not
            $this->count('written alike, but for objects that PHP writes twice');
            return;
        }
        $this->compare($form, self::sameBytes($form, $theirs, $ours), 'written alike', "$name: written differently " . self::at($theirs, $ours));
        $this->reading($form, $theirs, $name);
        if ($ours !== $theirs) {
            $this->count("of these, written in other bytes as $form->value");
            $this->reading($form, $ours, "$name, our bytes");
        }
    }

    private function reading(Form $form, string $data, string $name): void
    {
        $_SESSION = [];
        try {
            $decoded = $data === '' || session_decode($data);
        } catch (Throwable) {
            $decoded = false;
        }
        if (!$decoded) {
            $this->count('not decoded by PHP');
            $this->restart();
            return;
        }
        $theirs = $_SESSION;
        $_SESSION = [];
        try {
            $ours = Session::decode($data);
        } catch (InexactException) {
            $this->expect($form === Form::Igbinary, 'arrays that are in themselves in igbinary, refused', "$name: inexact");
            return;
        } catch (LimitException $e) { // in igbinary, whose handler has no limit, an empty array is a level, too
            $this->expect($form === Form::Igbinary, 'deeper than 4,096 levels, refused', "$name: {$e->getMessage()}");
            return;
        } catch (Throwable $e) {
            $this->compare($form, false, '', "$name: not read, {$e->getMessage()}, " . self::short($data));
            return;
        }
        if ($form === Form::Igbinary) {
            $ours = array_filter($ours, is_string(...), ARRAY_FILTER_USE_KEY); // igbinary leaves out integer keys
        }
        // igbinary also writes references that have only one slot, and more than one NaN
        $difference = $form === Form::Igbinary && serialize($theirs) === serialize($ours)
            ? null
            : (new GraphComparer(true, $form === Form::PhpSerialize))->difference($theirs, $ours);
        $this->compare($form, $difference === null, 'read alike', "$name: read $difference, " . self::short($data));
        $this->expect($data === '' || Session::detect($data) === $form, 'told apart', "$name: taken for " . (Session::detect($data)->value ?? 'nothing') . ', ' . self::short($data));
    }

    /** A session that PHP cannot decode is destroyed. */
    private function restart(): void
    {
        session_abort();
        session_start();
    }

    /** igbinary also shows which arrays share their storage, and its own igbinary counts payloads otherwise: the text is the same. */
    private static function sameBytes(Form $form, string $theirs, string $ours): bool
    {
        try {
            return $theirs === $ours || $form === Form::Igbinary && Session::toNative($theirs) === Session::toNative($ours);
        } catch (InexactException) {
            return true; // an array that is in itself: reading() counts it
        } catch (LyoException) {
            return false;
        }
    }

    /** @param list<int|string> $names */
    private static function isRefused(Form $form, array $names): bool
    {
        foreach ($names as $name) {
            if (($form === Form::Php || $form === Form::PhpBinary) && is_int($name)
                || $form === Form::Php && str_contains((string) $name, '|') || $form === Form::PhpBinary && strlen((string) $name) > 127) {
                return true;
            }
        }
        return false;
    }

    private function compare(Form $form, bool $same, string $what, string $failure): void
    {
        $this->expect($same || $form === Form::Igbinary || $form === Form::Lyo, $same ? $what : self::MORE . $form->value, $failure);
    }

    private function expect(bool $holds, string $what, string $failure): void
    {
        if ($holds) {
            $this->count($what);
        } else {
            $this->failures[] = $failure;
        }
    }

    private function count(string $what): void
    {
        $this->counts[$what] = ($this->counts[$what] ?? 0) + 1;
    }

    /** The first place where they differ. */
    private static function at(string $a, string $b): string
    {
        $at = max(0, strspn($a ^ $b, "\0") - 60);
        return "at $at: " . self::short(substr($a, $at, 100)) . ' and ' . self::short(substr($b, $at, 100));
    }

    private static function short(string $data): string
    {
        return strlen($data) > 200 ? bin2hex(substr($data, 0, 100)) . '…' : $data;
    }
}
