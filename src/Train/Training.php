<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Train;

use Closure;
use Lyo\Exception\LyoException;
use ValueError;

use function array_filter;
use function array_map;
use function array_values;
use function count;
use function function_exists;
use function igbinary_serialize;
use function lyo_serialize;
use function lyo_train_dictionary;
use function lyo_unserialize;
use function serialize;
use function strlen;
use function unserialize;

use const ARRAY_FILTER_USE_KEY;

/** A dictionary of zstd for values like some samples, and what it gains: trained on every second one, measured on the others. */
final readonly class Training
{
    /** Longer values gain little by a dictionary: what repeats, repeats within them. */
    public const LONGEST = 16 << 10;
    /** Bytes of samples for each byte of the dictionary; more of them take time, and gain little. */
    private const SAMPLED = 200;

    private function __construct(
        /** Of all samples. */
        public string $dictionary,
        public int $trained,
        public int $measured,
        /** @var array<string, int> bytes of those that were measured, by what they were written as */
        public array $bytes,
    ) {}

    /**
     * @param iterable<string> $texts of serialize(), in random order
     * @param int $size bytes of the dictionary, at most
     *
     * @return self|null null if there are too few values for a dictionary
     *
     * @throws LyoException if zstd is not here
     */
    public static function of(iterable $texts, int $size): ?self
    {
        $payloads = self::payloads($texts, self::SAMPLED * $size);
        $even = static fn(int $i): bool => $i % 2 === 0;
        $odd = static fn(int $i): bool => $i % 2 === 1;
        $half = self::train(array_filter($payloads, $even, ARRAY_FILTER_USE_KEY), $size);
        $whole = self::train($payloads, $size);
        if ($half === null || $whole === null) {
            return null;
        }
        $others = array_values(array_filter($payloads, $odd, ARRAY_FILTER_USE_KEY));

        return new self($whole, count($payloads) - count($others), count($others), self::measure($others, $half));
    }

    /**
     * @param iterable<string> $texts
     *
     * @return list<string>
     */
    private static function payloads(iterable $texts, int $most): array
    {
        $payloads = [];
        $bytes = 0;
        foreach ($texts as $text) {
            $value = strlen($text) <= self::LONGEST ? @unserialize($text, ['allowed_classes' => false]) : false;
            if ($value !== false && $bytes < $most) {
                $payload = lyo_serialize($value, ['checksum' => false, 'compress' => null]);
                $payloads[] = $payload;
                $bytes += strlen($payload);
            }
        }

        return $payloads;
    }

    /** @param array<string> $payloads */
    private static function train(array $payloads, int $size): ?string
    {
        try {
            return lyo_train_dictionary($payloads, $size);
        } catch (ValueError) {
            return null;
        }
    }

    /**
     * @param list<string> $payloads
     *
     * @return array<string, int>
     */
    private static function measure(array $payloads, string $dictionary): array
    {
        $values = array_map(static fn(string $payload): mixed => lyo_unserialize($payload, ['allowed_classes' => false]), $payloads);
        $sum = static fn(Closure $write): int => self::sum($values, $write);
        $zstd = ['checksum' => true, 'compress' => 'zstd', 'min_size' => 0, 'dictionaries' => []];
        $bytes = ['serialize()' => $sum(serialize(...))];
        if (function_exists('igbinary_serialize')) {
            $bytes['igbinary'] = $sum(static fn(mixed $value): string => (string) igbinary_serialize($value));
        }

        return $bytes + [
            'lyo' => $sum(static fn(mixed $value): string => lyo_serialize($value, ['checksum' => false, 'compress' => null])),
            'lyo, zstd' => $sum(static fn(mixed $value): string => lyo_serialize($value, $zstd)),
            'lyo, zstd with a dictionary' => $sum(static fn(mixed $value): string => lyo_serialize($value, ['dictionaries' => [$dictionary]] + $zstd)),
        ];
    }

    /**
     * @param list<mixed> $values
     * @param Closure(mixed): string $write
     */
    private static function sum(array $values, Closure $write): int
    {
        $bytes = 0;
        foreach ($values as $value) {
            $bytes += strlen($write($value));
        }

        return $bytes;
    }
}
