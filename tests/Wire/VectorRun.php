<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Wire;

use Lyo\Exception\LyoException;
use Lyo\Wire\ErrorCode;
use Random\Engine\Mt19937;
use Random\Randomizer;
use Throwable;

/** Checks the decoder and encoder of lyo.so, and lyo-dump, against all vectors; counts, and prints what differs. */
final class VectorRun
{
    /** Vectors that there are at least; raise when there are more. */
    private const FLOOR = ['valid' => 320, 'invalid' => 480, 'readable' => 70];
    /** Beginnings of one payload that are tried, evenly spread. */
    private const PREFIXES = 400;
    private const SHOWN = 20;

    private int $failures = 0;
    /** @var array<string, int> */
    private array $counts = [];
    /** @var array<string, int> vectors by the compression that they need, and that is not here */
    private array $missing = [];

    /** @param string $name what stands behind lyo_serialize() and its siblings, if they are there */
    public function __construct(private readonly ?Dump $dump, private readonly bool $extension, private readonly string $name = 'lyo.so') {}

    public function all(int $mutations): bool
    {
        Vector::loadClasses();
        foreach (self::both('valid') as $vector) {
            $this->valid($vector);
        }
        foreach (self::both('readable') as $vector) {
            $this->readable($vector);
        }
        foreach (self::both('invalid') as $vector) {
            $this->invalid($vector);
        }
        foreach (['valid', 'readable'] as $kind) {
            foreach (self::both($kind) as $vector) {
                $this->prefixes($vector);
                $this->mutations($vector, $mutations);
            }
        }
        return $this->report();
    }

    /**
     * Payloads alone, and those in envelopes.
     *
     * @param 'valid'|'readable'|'invalid' $kind
     *
     * @return list<Vector>
     */
    private static function both(string $kind): array
    {
        return [...Vector::all($kind), ...Vector::all(Vector::KINDS[$kind])];
    }

    private function dump(Vector $vector): ?Dump
    {
        return $vector->dumps ? $this->dump : null;
    }

    /** The compression that it needs is not here. */
    private function isMissing(Vector $vector): bool
    {
        if ($vector->needs === '' || !$this->extension) {
            return false;
        }
        try {
            lyo_serialize(null, ['compress' => $vector->needs]);
            return false;
        } catch (LyoException) {
            $this->missing[$vector->needs] = ($this->missing[$vector->needs] ?? 0) + 1;
            return true;
        }
    }

    /** Nothing here unpacks it, and that is what is said. */
    private function isUnavailable(Vector $vector): bool
    {
        $missing = $this->isMissing($vector);
        if ($missing) {
            $this->check($vector, "without $vector->needs", ErrorCode::Unavailable->exception(), $this->exception($vector));
        }
        return $missing;
    }

    private function exception(Vector $vector): string
    {
        try {
            lyo_unserialize($vector->bytes(), $vector->options);
            return 'none';
        } catch (Throwable $e) {
            return str_replace('Lyo\\Exception\\', '', $e::class);
        }
    }

    private function valid(Vector $vector): void
    {
        $this->count('valid');
        $bytes = $vector->bytes();
        $value = $vector->value(); // in a variable: the collector never hears of a cycle that only an argument held
        $text = serialize($value);
        $notation = NativeDiagnostic::fromText($text);
        $this->check($vector, 'diag of the vector', $notation, $vector->diag === '' ? $notation : Expanded::notation($vector->diag));
        $answer = $this->dump($vector)?->answer($bytes);
        $this->check($vector, 'lyo-dump', "ok $notation", $answer === null ? null : Expanded::notation($answer));
        $this->check($vector, 'lyo-dump, with its signs for equal arrays', $vector->diag === '' ? $answer : "ok {$vector->diag}", $answer);
        if ($this->extension && !$this->isMissing($vector)) {
            $this->check($vector, 'lyo_serialize', bin2hex($bytes), bin2hex(lyo_serialize($value, $vector->write)));
            $this->decodes($vector, $bytes, $text, $bytes);
        }
    }

    private function readable(Vector $vector): void
    {
        $this->count('readable');
        if ($this->isUnavailable($vector)) {
            return;
        }
        $bytes = $vector->bytes();
        $canonical = $vector->canonicalBytes();
        $value = $vector->value();
        $text = serialize($value);
        $answer = $this->dump($vector)?->answer($bytes);
        $this->check($vector, 'lyo-dump', $vector->diag === '' ? $answer : "ok {$vector->diag}", $answer);
        $answer = $this->dump?->answer($canonical);
        $this->check($vector, 'lyo-dump of the canonical form', 'ok ' . NativeDiagnostic::fromText($text), $answer === null ? null : Expanded::notation($answer));
        if ($this->extension) {
            $this->decodes($vector, $bytes, $text, $canonical);
        }
    }

    private function decodes(Vector $vector, string $bytes, string $text, string $canonical): void
    {
        // as with serialize(): the root's own slot is not a PHP reference any more after it was returned
        $again = serialize(unserialize($text));
        if ($again !== $text) {
            $canonical = lyo_serialize(unserialize($text), $vector->write);
        }
        try {
            $value = lyo_unserialize($bytes, $vector->options);
            $this->check($vector, 'lyo_unserialize', $again, serialize($value));
            $this->check($vector, 'lyo_serialize of that', bin2hex($canonical), bin2hex(lyo_serialize($value, $vector->write)));
            if ($vector->options === []) {
                $this->check($vector, 'lyo_is_serialized', 'true', var_export(lyo_is_serialized($bytes), true));
            }
        } catch (Throwable $e) {
            $this->check($vector, 'lyo_unserialize', $text, $e::class . ': ' . $e->getMessage());
        }
    }

    private function invalid(Vector $vector): void
    {
        $this->count('invalid');
        if ($this->isUnavailable($vector)) {
            return;
        }
        $bytes = $vector->bytes();
        $this->check($vector, 'lyo-dump', "error {$vector->error} {$vector->offset}", $this->dump($vector)?->answer($bytes, array_filter($vector->options, is_int(...))));
        if (!$this->extension) {
            return;
        }
        $code = $this->code($vector->error);
        $this->check(
            $vector,
            'lyo_unserialize',
            "Lyo\\Exception\\{$code->exception()} at {$vector->offset}: {$code->message()}",
            $this->decoderError($bytes, $vector->options, $code),
        );
        if ($vector->options === []) {
            $this->check($vector, 'lyo_is_serialized', 'false', var_export(lyo_is_serialized($bytes), true));
        }
    }

    private function code(string $name): ErrorCode
    {
        foreach (ErrorCode::cases() as $code) {
            if (strtoupper((string) preg_replace('/(?<!^)[A-Z]/', '_$0', $code->name)) === $name) {
                return $code;
            }
        }
        throw new \UnexpectedValueException("no error $name");
    }

    /**
     * The error of the decoder: class, offset, and the message of the code if its message contains it, else its own message.
     *
     * @param array<string, mixed> $options
     */
    private function decoderError(string $bytes, array $options, ErrorCode $code): string
    {
        try {
            lyo_unserialize($bytes, $options);
            return 'no error';
        } catch (LyoException $e) {
            $message = str_contains($e->getMessage(), $code->message()) ? $code->message() : $e->getMessage();
            return $e::class . " at {$e->getOffset()}: $message";
        } catch (Throwable $e) {
            return $e::class . ': ' . $e->getMessage();
        }
    }

    /** Every beginning of a payload is refused, by both in the same way. */
    private function prefixes(Vector $vector): void
    {
        $bytes = $vector->bytes();
        $size = strlen($bytes);
        $step = max(1, intdiv($size, self::PREFIXES));
        for ($i = 0; $i < $size; $i += $step) {
            $this->count('prefixes');
            $this->agree($vector, substr($bytes, 0, $i), "its first $i bytes", false);
        }
    }

    private function mutations(Vector $vector, int $count): void
    {
        $random = new Randomizer(new Mt19937(crc32($vector->name)));
        $bytes = $vector->bytes();
        for ($i = 0; $i < $count; $i++) {
            $this->count('mutations');
            $at = $random->getInt(0, strlen($bytes) - 1);
            $byte = chr($random->getInt(0, 255));
            $changed = match ($random->getInt(0, 4)) {
                0 => substr_replace($bytes, $byte, $at, 0),
                1 => substr_replace($bytes, '', $at, 1),
                2 => substr_replace($bytes, chr(ord($bytes[$at]) ^ 1 << $random->getInt(0, 7)), $at, 1),
                default => substr_replace($bytes, $byte, $at, 1),
            };
            $this->agree($vector, $changed, bin2hex(strlen($changed) < 500 ? $changed : substr($changed, 0, 500)), true);
        }
    }

    /** Decoder and walker say the same about those bytes. */
    private function agree(Vector $vector, string $bytes, string $what, bool $mayBeGood): void
    {
        $answer = $this->dump($vector)?->answer($bytes);
        $good = $answer === null ? null : str_starts_with($answer, 'ok');
        if ($good === true && !$mayBeGood) {
            $this->check($vector, "$what, lyo-dump", 'an error', $answer);
        }
        if (!$this->extension) {
            return;
        }
        $valid = lyo_is_serialized($bytes);
        // changed property names and payloads make classes and PHP itself complain
        $level = error_reporting(0);
        if ($good !== null || !$mayBeGood) {
            $this->check($vector, "$what, lyo_is_serialized", var_export($good ?? false, true), var_export($valid, true));
        }
        try {
            lyo_unserialize($bytes, $mayBeGood ? [] : $vector->options);
            $error = 'ok';
        } catch (LyoException $e) {
            $error = "error at {$e->getOffset()}: " . preg_replace('/ at offset \d+.*$/s', '', $e->getMessage());
            if ($valid) {
                // accepted bytes may still not fit the classes of this process
                $error = 'ok';
            }
        } catch (Throwable) {
            $error = $valid ? 'ok' : 'another exception';
        } finally {
            error_reporting($level);
        }
        if ($answer === null) {
            return;
        }
        $expected = 'ok';
        if (sscanf($answer, 'error %s %d', $name, $offset) === 2 && is_string($name) && is_int($offset)) {
            $expected = "error at $offset: " . $this->code($name)->message();
        }
        $this->check($vector, "$what, lyo_unserialize", $expected, $error);
    }

    private function count(string $what): void
    {
        $this->counts[$what] = ($this->counts[$what] ?? 0) + 1;
    }

    /** Null if there is nothing to check. */
    private function check(Vector $vector, string $what, ?string $expected, ?string $actual): void
    {
        if ($actual === null || $expected === $actual) {
            return;
        }
        if (++$this->failures <= self::SHOWN) {
            $short = static fn(?string $s): string => strlen((string) $s) <= 600 ? (string) $s : substr((string) $s, 0, 600) . '…';
            echo "{$vector->file}: {$vector->name}: $what\n  expected {$short($expected)}\n  but got  {$short($actual)}\n";
        }
    }

    private function report(): bool
    {
        $with = array_filter([$this->extension ? $this->name : '', $this->dump !== null ? 'lyo-dump' : '']);
        foreach (self::FLOOR as $kind => $floor) {
            if (($this->counts[$kind] ?? 0) < $floor) {
                $this->failures++;
                echo "fewer than $floor $kind vectors\n";
            }
        }
        if ($with === []) {
            $this->failures++;
            echo "neither lyo.so is loaded nor is there a lyo-dump: nothing was checked\n";
        }
        foreach ($this->missing as $compression => $n) {
            $install = $this->extension ? ' (Debian: apt-get install ' . ['zlib' => 'zlib1g-dev', 'zstd' => 'libzstd-dev'][$compression] . ', and build again)' : '';
            echo "vectors: $n SKIPPED, but for the error that says so: they need $compression, which $this->name does not have here$install\n";
        }
        $counts = [];
        foreach ($this->counts as $what => $n) {
            $counts[] = "$n $what";
        }
        echo 'vectors: ', implode(', ', $counts), ' with ', implode(' and ', $with), ": $this->failures failures\n";
        return $this->failures === 0;
    }
}
