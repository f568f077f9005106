<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Advise;

use Closure;
use Lyo\Envelope\Options;
use Lyo\Tools\Measure\Cost;
use Lyo\Tools\Measure\Outcome;
use Lyo\Tools\Measure\Results;

use function array_diff_key;
use function array_filter;
use function array_key_first;
use function array_keys;
use function array_map;
use function count;
use function max;
use function usort;

/** Finds the way to store the values of a sample that takes the least time with a given link to the store. */
final readonly class Advice
{
    /** Sizes in bytes that are tried as the threshold: only larger values are compressed. */
    private const THRESHOLDS = [0, Options::MIN_SIZE - 1, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536];

    /**
     * @param list<Way> $ways the fastest first: each codec without compression, and with each compressor that makes values smaller
     * @param int $values number of values whose times are known; all of these ways can store all of them
     * @param array<string, int> $partial codecs that cannot hold all of these values or whose times are not known for all, and the number of values
     *        with which they were measured
     */
    private function __construct(public Link $link, public array $ways, public int $values, public array $partial, public Weights $weights) {}

    /**
     * @param array<string, array<int, array{int, float, float}>> $envelopes for each way to compress in an envelope of lyo the bytes and the times to read
     *        and to write of each outcome, by its number, if all values are compressed
     */
    public static function of(Results $results, Link $link, array $envelopes = []): self
    {
        $timed = array_filter($results->outcomes, static fn(Outcome $outcome): bool => self::isTimed($outcome->costs['native'] ?? null) && self::isTimed($outcome->costs['lyo'] ?? null));
        $weights = Weights::of($results, array_keys($timed));
        $ways = $partial = [];
        foreach ($results->asked as $codec) {
            $costs = [];
            foreach ($timed as $number => $outcome) {
                $cost = $outcome->costs[$codec] ?? null;
                if ($cost !== null && self::isTimed($cost)) {
                    $costs[$number] = $cost;
                }
            }
            if ($costs === [] || count($costs) < count($timed)) {
                $partial[$codec] = count($costs);
                continue;
            }
            $ways[] = $plain = self::way($codec, null, null, $costs, $weights);
            $packed = array_map(static fn(string $compressor): Closure => static fn(int $threshold): Way => self::way($codec, $compressor, $threshold, $costs, $weights), $results->compressors);
            foreach ($codec === 'lyo' ? $envelopes : [] as $name => $figures) {
                if (array_diff_key($costs, $figures) === []) {
                    $packed[] = static fn(int $threshold): Way => self::sealed($name, $threshold, $costs, $figures, $weights);
                }
            }
            foreach ($packed as $make) {
                $way = self::best($make, $link);
                if ($way->bytes < $plain->bytes) {
                    $ways[] = $way;
                }
            }
        }
        usort($ways, static fn(Way $a, Way $b): int => $a->total($link) <=> $b->total($link));

        return new self($link, $ways, count($timed), $partial, $weights);
    }

    /**
     * Compares a way with the same codec without compression.
     *
     * @return float|null speed of the link in bits per second below which compression saves time; null if it does not make values smaller
     */
    public function breakEven(Way $way): ?float
    {
        foreach ($this->ways as $plain) {
            if ($plain->codec === $way->codec && $plain->compressor === null && $plain->bytes > $way->bytes) {
                return 8e9 * ($plain->bytes - $way->bytes) / max($way->processor($this->link) - $plain->processor($this->link), 1e-3);
            }
        }

        return null;
    }

    private static function isTimed(?Cost $cost): bool
    {
        return $cost?->encode !== null && $cost->decode !== null;
    }

    /**
     * Returns the way with the threshold that takes the least time.
     *
     * @param Closure(int): Way $make
     */
    private static function best(Closure $make, Link $link): Way
    {
        $ways = array_map($make, self::THRESHOLDS);
        // If two thresholds take the same time, the higher one is better, because it compresses fewer values.
        usort($ways, static fn(Way $a, Way $b): int => [$a->total($link), -(int) $a->threshold] <=> [$b->total($link), -(int) $b->threshold]);

        return $ways[array_key_first($ways)];
    }

    /**
     * Computes the means of all values in an envelope that compresses those of more than so many bytes.
     *
     * @param non-empty-array<int, Cost> $costs of lyo without an envelope, by number of the outcome
     * @param array<int, array{int, float, float}> $figures bytes, times to read and to write
     */
    private static function sealed(string $name, int $threshold, array $costs, array $figures, Weights $weights): Way
    {
        $bytes = $read = $write = [];
        foreach ($costs as $number => $cost) {
            $plain = [$cost->bytes, $cost->decode->median ?? 0.0, $cost->encode->median ?? 0.0];
            [$bytes[$number], $read[$number], $write[$number]] = array_map(floatval(...), $cost->bytes > $threshold ? $figures[$number] : $plain);
        }

        return new Way('lyo', $name, $threshold, $weights->mean($bytes), $weights->mean($read), $weights->mean($write), $weights->range($bytes));
    }

    /**
     * Computes the means of all values.
     *
     * @param non-empty-array<int, Cost> $costs by number of the outcome
     */
    private static function way(string $codec, ?string $compressor, ?int $threshold, array $costs, Weights $weights): Way
    {
        $bytes = $read = $write = [];
        foreach ($costs as $number => $cost) {
            $packed = $compressor !== null && $cost->bytes > $threshold ? $cost->packed[$compressor] ?? null : null;
            $smaller = $packed !== null && $packed->bytes < $cost->bytes;
            $bytes[$number] = (float) ($smaller ? $packed->bytes : $cost->bytes);
            // A value that does not become smaller is stored uncompressed, but the time to compress it was spent.
            $write[$number] = ($cost->encode->median ?? 0.0) + ($packed->pack->median ?? 0.0);
            $read[$number] = ($cost->decode->median ?? 0.0) + ($smaller ? $packed->unpack->median ?? 0.0 : 0.0);
        }

        return new Way($codec, $compressor, $threshold, $weights->mean($bytes), $weights->mean($read), $weights->mean($write), $weights->range($bytes));
    }
}
