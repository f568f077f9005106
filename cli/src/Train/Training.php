<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Train;

use Closure;
use Lyo\Exception\LyoException;
use ValueError;

use function array_filter;
use function array_keys;
use function array_map;
use function array_sum;
use function array_values;
use function count;
use function igbinary_serialize;
use function ini_get;
use function lyo_serialize;
use function lyo_train_dictionary;
use function lyo_unserialize;
use function serialize;
use function strlen;
use function unserialize;

use const ARRAY_FILTER_USE_KEY;

/**
 * A zstd dictionary that was trained with sample values, and the sizes that it achieves. To measure these, another dictionary is trained with every
 * second sample, and the other samples are compressed with it.
 */
final readonly class Training
{
    /** Largest size in bytes of a sample. Longer values gain little by a dictionary, because they contain most repetitions themselves. */
    public const LONGEST = 16 << 10;
    /** Bytes of samples for each byte of the dictionary. More samples take time and improve it little. */
    private const SAMPLED = 200;

    /** A half of fewer says nothing of the others. */
    private const FEWEST = 8;

    private function __construct(
        /** The dictionary, trained with all samples. */
        public string $dictionary,
        /** Number of samples with which the dictionary for measuring was trained. */
        public int $trained,
        /** Number of samples that were compressed with it. */
        public int $measured,
        /** @var array<string, int> total size in bytes of these, by format */
        public array $bytes,
    ) {}

    /**
     * Trains a dictionary.
     *
     * @param iterable<string> $texts serialize() text of each sample, in random order
     * @param int $size largest size of the dictionary in bytes
     *
     * @return self|null null if there are too few samples
     *
     * @throws LyoException if zstd is not available
     */
    public static function of(iterable $texts, int $size): ?self
    {
        $payloads = self::payloads($texts, self::SAMPLED * $size);
        $even = static fn(int $i): bool => $i % 2 === 0;
        $odd = static fn(int $i): bool => $i % 2 === 1;
        $half = self::train(array_filter($payloads, $even, ARRAY_FILTER_USE_KEY), $size);
        $whole = self::train($payloads, $size);
        if ($half === null || $whole === null || count($payloads) < self::FEWEST) {
            return null;
        }
        $others = array_values(array_filter($payloads, $odd, ARRAY_FILTER_USE_KEY));

        return new self($whole, count($payloads) - count($others), count($others), self::measure($others, $half));
    }

    /**
     * Writes the samples as lyo.
     *
     * @param iterable<string> $texts
     * @param int $most number of bytes after which further samples are ignored
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
                $payloads[$payload] = true; // one that occurs twice would be measured with what it trained
                $bytes += strlen($payload);
            }
        }

        return array_map(strval(...), array_keys($payloads));
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
     * @return array<string, int> total size in bytes by format
     */
    private static function measure(array $payloads, string $dictionary): array
    {
        $values = array_map(static fn(string $payload): mixed => lyo_unserialize($payload, ['allowed_classes' => false]), $payloads);
        $sum = static fn(Closure $write): int => self::sum($values, $write);
        $zstd = ['checksum' => true, 'compress' => 'zstd', 'min_size' => 0, 'dictionaries' => []];
        $bytes = ['serialize()' => $sum(serialize(...))];
        if (ini_get('igbinary.compact_strings') !== false) {
            $bytes['igbinary'] = $sum(static fn(mixed $value): string => (string) igbinary_serialize($value));
        }

        return $bytes + [
            'lyo' => $sum(static fn(mixed $value): string => lyo_serialize($value, ['checksum' => false, 'compress' => null])),
            'lyo, zstd' => $sum(static fn(mixed $value): string => lyo_serialize($value, $zstd)),
            'lyo, zstd with a dictionary' => $sum(static fn(mixed $value): string => lyo_serialize($value, ['dictionaries' => [$dictionary]] + $zstd)),
        ];
    }

    /**
     * Returns the total size of all values.
     *
     * @param list<mixed> $values
     * @param Closure(mixed): string $write
     */
    private static function sum(array $values, Closure $write): int
    {
        return array_sum(array_map(static fn(mixed $value): int => strlen($write($value)), $values));
    }
}
