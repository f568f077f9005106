<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Stat;

use function array_slice;
use function array_values;
use function arsort;
use function count;

/**
 * Finds the heaviest entries of a stream in limited memory, with the algorithm of Misra and Gries for weighted entries. Weights are never too high,
 * and too low by $error at most. $error is 0 as long as the table had room for all different entries.
 */
final class Frequent
{
    public int $error = 0;
    /** @var array<int> weights by entry */
    private array $weights = [];
    /** @var array<int> how many times each entry was added since it is in the table */
    private array $counts = [];

    /** @param positive-int $capacity number of entries to keep; the table may briefly hold twice as many */
    public function __construct(private readonly int $capacity) {}

    public function add(string $thing, int $weight): void
    {
        $this->weights[$thing] = ($this->weights[$thing] ?? 0) + $weight;
        $this->counts[$thing] = ($this->counts[$thing] ?? 0) + 1;
        if (count($this->weights) >= 2 * $this->capacity) {
            $this->shrink();
        }
    }

    /**
     * @param int $most largest number of entries to return
     *
     * @return list<array{string, int, int}> entries with their count and weight, the heaviest first
     */
    public function heaviest(int $most): array
    {
        arsort($this->weights);
        $heaviest = [];
        foreach (array_slice($this->weights, 0, $most, true) as $thing => $weight) {
            $heaviest[] = [(string) $thing, $this->counts[$thing], $weight];
        }

        return $heaviest;
    }

    /** Returns the number of entries in the table. If $error is 0, it is the number of different entries that were added. */
    public function size(): int
    {
        return count($this->weights);
    }

    /** Subtracts the weight of the heaviest entry that no longer fits from all entries, and drops those that have nothing left. */
    private function shrink(): void
    {
        arsort($this->weights);
        $less = array_values(array_slice($this->weights, $this->capacity, 1))[0] ?? 0;
        $kept = $counts = [];
        foreach ($this->weights as $thing => $weight) {
            if ($weight <= $less) {
                break;
            }
            $kept[$thing] = $weight - $less;
            $counts[$thing] = $this->counts[$thing];
        }
        $this->weights = $kept;
        $this->counts = $counts;
        $this->error += $less;
    }
}
