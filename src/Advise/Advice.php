<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Advise;

use Lyo\Measure\Cost;
use Lyo\Measure\Outcome;
use Lyo\Measure\Results;

use function array_filter;
use function array_key_first;
use function array_map;
use function array_sum;
use function array_values;
use function count;
use function max;
use function usort;

/** Which way to store the values of a sample takes the least time on a link. */
final readonly class Advice
{
    /** Lengths from which on values may be compressed. */
    private const THRESHOLDS = [0, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536];

    /**
     * @param list<Way> $ways the fastest first; of each codec and compressor one, if it makes some values smaller and that pays
     * @param int $values that all of these hold and that were timed
     * @param array<string, int> $partial codecs that do not hold all of them, or whose time to decode is not known, and how many they were measured with
     */
    private function __construct(public Link $link, public array $ways, public int $values, public array $partial) {}

    public static function of(Results $results, Link $link): self
    {
        $timed = array_values(array_filter($results->outcomes, static fn(Outcome $outcome): bool => self::isTimed($outcome->costs['native'] ?? null) && self::isTimed($outcome->costs['lyo'] ?? null)));
        $ways = $partial = [];
        foreach ($results->codecs() as $codec) {
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

    /** The same codec without a compressor, and bits a second below which the compressor pays; null if it pays nowhere. */
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

    /** @param non-empty-list<Cost> $costs */
    private static function best(string $codec, string $compressor, array $costs, Link $link): Way
    {
        $ways = array_map(static fn(int $threshold): Way => self::way($codec, $compressor, $threshold, $costs), self::THRESHOLDS);
        // Of two that are alike the higher threshold: it leaves more values as they are.
        usort($ways, static fn(Way $a, Way $b): int => [$a->total($link), -(int) $a->threshold] <=> [$b->total($link), -(int) $b->threshold]);

        return $ways[array_key_first($ways)];
    }

    /** @param non-empty-list<Cost> $costs */
    private static function way(string $codec, ?string $compressor, ?int $threshold, array $costs): Way
    {
        $bytes = $read = $write = [];
        foreach ($costs as $cost) {
            $packed = $compressor !== null && $cost->bytes > $threshold ? $cost->packed[$compressor] ?? null : null;
            $smaller = $packed !== null && $packed->bytes < $cost->bytes;
            $bytes[] = $smaller ? $packed->bytes : $cost->bytes;
            // What has not become smaller was compressed in vain.
            $write[] = ($cost->encode->median ?? 0.0) + ($packed->pack->median ?? 0.0);
            $read[] = ($cost->decode->median ?? 0.0) + ($smaller ? $packed->unpack->median ?? 0.0 : 0.0);
        }
        $values = count($costs);

        return new Way($codec, $compressor, $threshold, array_sum($bytes) / $values, array_sum($read) / $values, array_sum($write) / $values);
    }
}
