<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Advise;

use Lyo\Exception\LyoException;
use Lyo\Implementation;
use Lyo\Native\Decoding;
use Lyo\Tools\Measure\Results;
use Lyo\Tools\Measure\Rounds;
use Lyo\Tools\Measure\Time;
use Lyo\Tools\Store\Envelope;
use Throwable;
use ValueError;

use function array_flip;
use function in_array;
use function strlen;

/** Measures lyo in an envelope that the extension lyo compresses: with zstd, and with zstd and a dictionary. Other codecs have nothing like that. */
final class Envelopes
{
    private const WAYS = ['zstd', 'zstd with a dictionary'];
    private const DICTIONARY = 16 << 10;
    /** Longest payload that a dictionary is trained with. */
    private const LONGEST = 16 << 10;

    /** Whether Lyo's envelopes have a way to compress with this name. */
    public static function has(string $way): bool
    {
        return in_array($way, self::WAYS, true);
    }

    /**
     * Returns the options to write with.
     *
     * @param list<string> $dictionaries
     * @param int $threshold values of more than this many bytes are compressed
     *
     * @return array{compress: string, checksum: bool, min_size: int, dictionaries: list<string>}
     */
    public static function options(string $way, array $dictionaries, int $threshold): array
    {
        return ['compress' => 'zstd', 'checksum' => true, 'min_size' => $threshold + 1, 'dictionaries' => $way === self::WAYS[0] ? [] : $dictionaries];
    }

    /**
     * Compresses all values, however short: Advice then finds out which are better left as they are.
     *
     * @return array<string, array<int, array{int, float, float}>> bytes, nanoseconds to read and to write, by way and number of the outcome
     */
    public static function measure(Results $results, Rounds $rounds): array
    {
        if (Implementation::current() === Implementation::Php) {
            return [];
        }
        $values = self::values($results);
        $ways = [];
        foreach (self::WAYS as $way) {
            $dictionaries = $way === self::WAYS[0] ? [[], []] : self::dictionaries($values);
            if ($dictionaries === null) {
                continue;
            }
            foreach ($values as $number => $value) {
                // A value is not compressed with a dictionary that was trained with it.
                $options = self::options($way, $dictionaries[$number % 2 === 0 ? 0 : 1], 0);
                try {
                    $bytes = \lyo_serialize($value, $options);
                    $reads = ['allowed_classes' => ['stdClass'], 'dictionaries' => $options['dictionaries'], 'max_unpacked' => 0];
                    $times = $rounds->run(['write' => [\lyo_serialize(...), [$value, $options]], 'read' => [\lyo_unserialize(...), [$bytes, $reads]]]);
                } catch (LyoException) {
                    return []; // this extension was built without zstd
                }
                $ways[$way][$number] = [strlen($bytes), Time::of($times['read'] ?? [])->median, Time::of($times['write'] ?? [])->median];
            }
        }

        return $ways;
    }

    /** @return array<int, mixed> by number of the outcome; objects are of __PHP_Incomplete_Class */
    private static function values(Results $results): array
    {
        $numbers = array_flip($results->indexes);
        $values = [];
        foreach ($results->sample->entries() as $index => $entry) {
            if (!isset($numbers[$index])) {
                continue;
            }
            try {
                $values[$numbers[$index]] = Decoding::decode(Envelope::of($entry)->native(), ['allowed_classes' => ['stdClass']]);
            } catch (Throwable) {
                // its size is not known, so these ways are left out
            }
        }

        return $values;
    }

    /**
     * Trains two dictionaries, each with one half of the values: the first is for values with even numbers.
     *
     * @param array<int, mixed> $values
     *
     * @return array{list<string>, list<string>}|null null if there are too few values
     */
    private static function dictionaries(array $values): ?array
    {
        $payloads = [[], []];
        foreach ($values as $number => $value) {
            $payload = \lyo_serialize($value, ['checksum' => false, 'compress' => null]);
            if (strlen($payload) <= self::LONGEST) {
                $payloads[1 - $number % 2][] = $payload;
            }
        }
        try {
            return [[\lyo_train_dictionary($payloads[0], self::DICTIONARY)], [\lyo_train_dictionary($payloads[1], self::DICTIONARY)]];
        } catch (ValueError|LyoException) {
            return null;
        }
    }
}
