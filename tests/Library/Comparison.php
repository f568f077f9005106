<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use Closure;
use Lyo\ClassPolicy;
use Lyo\Codec\IgbinaryCodec;
use Lyo\Exception\InexactException;
use Lyo\Exception\LyoException;
use Lyo\Exception\UnavailableException;
use Lyo\Failure;
use Lyo\Functions\Lyo;
use Lyo\Igbinary\Reader;
use Lyo\Pure\Head;
use Lyo\Tests\Differential\Generator\TrialMaker;
use Lyo\Tests\Differential\GraphComparer;
use Lyo\Tests\Fuzz\Mutator;
use Lyo\Wire\Definition;
use ReflectionFunction;
use Throwable;

/**
 * Extension and library side by side: bytes of random values, outcomes of mutated payloads. What may differ is named by
 * the letters of docs/library.md.
 */
final class Comparison
{
    private const SHOWN = 10;
    /** Families whose hooks change the world, or the value, while it is encoded: a second encode is another one. */
    private const RESTLESS = ['mischief', 'changing', 'refused', 'modern'];

    /** @var array<string, int> */
    private array $counts = [];
    private int $differences = 0;

    public function values(int $runs, int $seed): void
    {
        $maker = new TrialMaker($seed, 120);
        for ($i = 0, $done = 0; $done < $runs; $i++) {
            $family = $maker->make($i, 'N0000001')->family;
            if (in_array($family, self::RESTLESS, true)) {
                continue;
            }
            $done++;
            $outcomes = [];
            foreach ([lyo_serialize(...), Lyo::serialize(...), serialize(...)] as $encode) {
                $outcomes[] = self::encoding($maker, $i, $encode); // one line: exceptions among the values hold it
            }
            [$extension, $library, $text] = $outcomes;
            $rule = self::valueRule($extension, $library, $text) ?? self::formRule($extension, $library, $maker, $i);
            $this->judge('values', "value $i ($family)", $extension, $library, $rule);
        }
    }

    /** @param resource|null $batch gets a line for each payload, as lyo-dump and the test of clients/js read it */
    public function payloads(Mutator $mutator, int $runs, mixed $batch = null): void
    {
        for ($i = 0; $i < $runs; $i++) {
            $data = $mutator->input($i)[1];
            $batch === null || fwrite($batch, 'max_depth=4096 max_elements=0 ' . bin2hex($data) . "\n");
            $options = $i % 4 === 0 ? [] : ['allowed_classes' => false];
            $extension = self::outcome(static fn(): string => serialize(lyo_unserialize($data, $options)));
            $library = self::outcome(static fn(): string => serialize(Lyo::unserialize($data, $options)));
            $rule = self::payloadRule($extension, $library, $data) ?? self::textRule($extension, $library, $data, $options);
            $this->judge('payloads', 'payload ' . bin2hex($data), $extension, $library, $rule);
        }
    }

    /**
     * Changed messages of igbinary, read by the drop-in and by the library: what the drop-in refuses, the library refuses, too. It may refuse more: docs/library.md
     * says what.
     */
    public function messages(Mutator $mutator, int $runs): void
    {
        $codec = new IgbinaryCodec(false);
        for ($i = 0; $i < $runs; $i++) {
            $data = $mutator->input($i)[1];
            $all = $i % 4 === 0;
            $dropIn = self::outcome(static fn(): string => self::notNull(self::byDropIn($data, $all), $data));
            $library = self::outcome(static fn(): string => serialize($codec->decode($data, $all ? ClassPolicy::all() : ClassPolicy::none())));
            $rule = match (true) {
                !str_starts_with($library, 'value ') => str_starts_with($dropIn, 'value ') ? 'J' : 'refused by both for reasons of their own',
                str_starts_with($dropIn, 'value ') && $dropIn !== $library => self::messageRule($data, $codec, $all),
                default => null,
            };
            $this->judge('messages', 'message ' . bin2hex($data), $dropIn, $library, $rule);
        }
    }

    /** Returns the text of a value of igbinary_unserialize(), which returns null for data that it refuses. */
    private static function notNull(mixed $value, string $data): string
    {
        return $value === null && preg_match('/\A\0\0\0[\1\2]\0\z/', $data) !== 1 ? throw Failure::corrupt('refused', 0) : serialize($value);
    }

    private static function byDropIn(string $data, bool $all): mixed
    {
        return (new ReflectionFunction('igbinary_unserialize'))->invoke($data, $all ? [] : ['allowed_classes' => false]); // only the drop-in has options
    }

    private static function messageRule(string $data, IgbinaryCodec $codec, bool $all): ?string
    {
        $difference = (new GraphComparer())->difference(self::byDropIn($data, $all), $codec->decode($data, $all ? ClassPolicy::all() : ClassPolicy::none()));
        $text = Reader::toNative($data);
        return match (true) {
            $difference === null => 'S',
            str_contains($text, 'C:') => 'P',
            str_contains($text, 'Mischief') => 'M',
            str_contains($text, '"function"') => 'T',
            preg_match('/\x25[\x22-\x24\x01-\x03]/', $data) === 1 => 'O', // a PHP reference, and in it an object that was there before
            strlen(serialize(unserialize($text, ['allowed_classes' => false, 'max_depth' => 0]))) < strlen($text) => 'D', // a key that occurs twice
            default => null,
        };
    }

    /** Prints the counts; true if nothing differed that may not. */
    public function report(): bool
    {
        ksort($this->counts);
        foreach ($this->counts as $what => $count) {
            echo "compare: $count $what\n";
        }
        echo "compare: $this->differences differences outside of the ledger\n";
        return $this->differences === 0;
    }

    /** @param Closure(mixed): string $encode */
    private static function encoding(TrialMaker $maker, int $number, Closure $encode): string
    {
        $value = $maker->make($number, 'N0000001')->value;
        return self::outcome(static fn(): string => $encode($value));
    }

    /** @param Closure(): string $do */
    private static function outcome(Closure $do): string
    {
        try {
            return 'value ' . $do();
        } catch (LyoException $e) {
            return $e::class . " at {$e->getOffset()}";
        } catch (Throwable $e) {
            return $e::class;
        }
    }

    private static function valueRule(string $extension, string $library, string $text): ?string
    {
        if ($extension === $library) {
            return null;
        }
        if (str_contains($text, 'C:') && ($library === InexactException::class . ' at 0' || self::hasCustom(substr($extension, 6)))) {
            return 'P';
        }
        // the library writes what serialize() says, from which the extension differs by its own ledger
        if ($text === self::translated($library) && $text !== self::translated($extension)) {
            return 'N';
        }
        // text that serialize() has spoiled: nobody can read it
        $read = self::outcome(static fn(): string => serialize(unserialize(substr($text, 6))));
        return $read === 'value b:0;' || ($library === InexactException::class . ' at 0' && preg_match('/[;{]r:\d/', $text) === 1) || str_contains($text, 'SleepN') ? 'K' : null;
    }

    /** Another form for the same value, which holds an object whose serialize() returns null, or an array that contains itself. */
    private static function formRule(string $extension, string $library, TrialMaker $maker, int $number): ?string
    {
        if ($extension === $library) {
            return null;
        }
        $again = self::outcome(static fn(): string => lyo_serialize(lyo_unserialize(substr($extension, 6))));
        $read = static fn(string $written): string => self::outcome(static fn(): string => serialize(lyo_unserialize(substr($written, 6))));
        $shown = print_r($maker->make($number, 'N0000001')->value, true);
        return match (true) {
            $again === $library && str_contains($shown, 'LegacyAny') => 'O',
            ($again === $library || $read($extension) === $read($library)) && str_contains($shown, '*RECURSION*') => 'S', // hooks may change the value each time
            default => null,
        };
    }

    /** The text of the value that an outcome holds. */
    private static function translated(string $outcome): string
    {
        return self::outcome(static fn(): string => Lyo::toNative(substr($outcome, 6)));
    }

    /** The extension was built without it. */
    public static function isMissing(string $compression): bool
    {
        try {
            lyo_serialize(null, ['compress' => $compression]);
            return false;
        } catch (UnavailableException) {
            return true;
        }
    }

    private static function payloadRule(string $extension, string $library, string $data): ?string
    {
        if ($extension === $library) {
            return null;
        }
        if (!function_exists('zstd_uncompress') && str_starts_with($library, UnavailableException::class)) {
            return 'U';
        }
        if (str_starts_with($extension, UnavailableException::class) && (self::isMissing('zlib') || self::isMissing('zstd'))) {
            return 'U';
        }
        if (self::hasCustom($data)) {
            return 'P';
        }
        if (str_contains($data, 'Mischief')) {
            return 'M';
        }
        if (str_contains($extension, '"function"') && str_contains($library, '"function"')) {
            return 'T'; // an exception was made here, and has another stack trace
        }
        $ofClass = static fn(string $outcome): bool => !str_starts_with($outcome, 'value ') && !str_contains($outcome, 'TruncatedException')
            && !str_contains($outcome, 'CorruptException') && !str_contains($outcome, 'LimitException');
        return $ofClass($extension) && $ofClass($library) ? 'F' : null;
    }

    /**
     * Equal values whose texts differ: of an array in itself.
     *
     * @param array<string, mixed> $options
     */
    private static function textRule(string $extension, string $library, string $data, array $options): ?string
    {
        if (!str_starts_with($extension, 'value ') || !str_starts_with($library, 'value ')) {
            return null;
        }
        $difference = (new GraphComparer())->difference(lyo_unserialize($data, $options), Lyo::unserialize($data, $options));
        return $difference === null ? 'S' : null;
    }

    private static function hasCustom(string $data): bool
    {
        try {
            return in_array(Definition::CUSTOM_CLASS, array_column((new Head($data))->definitions, 'kind'), true);
        } catch (LyoException) {
            return false;
        }
    }

    private function judge(string $kind, string $name, string $extension, string $library, ?string $rule): void
    {
        $this->count("$kind compared");
        if ($extension === $library) {
            $this->count("$kind " . (str_starts_with($extension, 'value ') ? 'the same' : 'refused by both in the same way'));
            return;
        }
        if ($rule !== null) {
            $this->count(strlen($rule) === 1 ? "$kind that differ by rule $rule" : "$kind $rule");
            return;
        }
        if (++$this->differences <= self::SHOWN) {
            echo 'compare: ', substr($name, 0, 2000), "\n  extension ", self::short($extension), "\n  library   ", self::short($library), "\n";
        }
    }

    private static function short(string $outcome): string
    {
        return (string) preg_replace_callback('/[^ -~]/', static fn(array $m): string => sprintf('\x%02X', ord($m[0])), substr($outcome, 0, 600));
    }

    private function count(string $what): void
    {
        $this->counts[$what] = ($this->counts[$what] ?? 0) + 1;
    }
}
