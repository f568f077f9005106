<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Advise;

use Lyo\Tools\Measure\Cost;
use Lyo\Tools\Measure\Outcome;
use Lyo\Tools\Measure\Results;

use function array_filter;
use function array_key_first;
use function array_map;
use function array_sum;
use function array_values;
use function count;
use function max;
use function usort;

/** Finds the way to store the values of a sample that takes the least time with a given link to the store. */
final readonly class Advice
{
    /** Sizes in bytes that are tried as the threshold: only larger values are compressed. */
    private const THRESHOLDS = [0, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536];

    /**
     * @param list<Way> $ways the fastest first: each codec without compression, and with each compressor that makes values smaller
     * @param int $values number of values whose times are known; all of these ways can store all of them
     * @param array<string, int> $partial codecs that cannot hold all of these values or whose times are not known for all, and the number of values
     *        with which they were measured
     */
    private function __construct(public Link $link, public array $ways, public int $values, public array $partial) {}

    public static function of(Results $results, Link $link): self
    {
        $timed = array_values(array_filter($results->outcomes, static fn(Outcome $outcome): bool => self::isTimed($outcome->costs['native'] ?? null) && self::isTimed($outcome->costs['lyo'] ?? null)));
        $ways = $partial = [];
        foreach ($results->asked as $codec) {
            $costs = [];
            foreach ($timed as $outcome) {
                $cost = $outcome->costs[$codec] ?? null;
                if ($cost !== null && self::isTimed($cost)) {
                    $costs[] = $cost;
                }
            }
            if ($costs === [] || count($costs) < count($timed)) {
                $partial[$codec] = count($costs);
                continue;
            }
            $ways[] = $plain = self::way($codec, null, null, $costs);
            foreach ($results->compressors as $compressor) {
                $way = self::best($codec, $compressor, $costs, $link);
                if ($way->bytes < $plain->bytes) {
                    $ways[] = $way;
                }
            }
        }
        usort($ways, static fn(Way $a, Way $b): int => $a->total($link) <=> $b->total($link));

        return new self($link, $ways, count($timed), $partial);
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
     * @param non-empty-list<Cost> $costs
     */
    private static function best(string $codec, string $compressor, array $costs, Link $link): Way
    {
        $ways = array_map(static fn(int $threshold): Way => self::way($codec, $compressor, $threshold, $costs), self::THRESHOLDS);
        // If two thresholds take the same time, the higher one is better, because it compresses fewer values.
        usort($ways, static fn(Way $a, Way $b): int => [$a->total($link), -(int) $a->threshold] <=> [$b->total($link), -(int) $b->threshold]);

        return $ways[array_key_first($ways)];
    }

    /**
     * Computes the means of all values.
     *
     * @param non-empty-list<Cost> $costs
     */
    private static function way(string $codec, ?string $compressor, ?int $threshold, array $costs): Way
    {
        $bytes = $read = $write = [];
        foreach ($costs as $cost) {
            $packed = $compressor !== null && $cost->bytes > $threshold ? $cost->packed[$compressor] ?? null : null;
            $smaller = $packed !== null && $packed->bytes < $cost->bytes;
            $bytes[] = $smaller ? $packed->bytes : $cost->bytes;
            // A value that does not become smaller is stored uncompressed, but the time to compress it was spent.
            $write[] = ($cost->encode->median ?? 0.0) + ($packed->pack->median ?? 0.0);
            $read[] = ($cost->decode->median ?? 0.0) + ($smaller ? $packed->unpack->median ?? 0.0 : 0.0);
        }
        $values = count($costs);

        return new Way($codec, $compressor, $threshold, array_sum($bytes) / $values, array_sum($read) / $values, array_sum($write) / $values);
    }
}
