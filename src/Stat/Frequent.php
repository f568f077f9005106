<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Stat;

use function array_slice;
use function array_values;
use function arsort;
use function count;

/**
 * What weighs most among things of any number, in memory for some of them: the summary of Misra and Gries, with weights. Figures are never too
 * high, and too low by $error at most; 0 as long as there were no more different things than fit.
 */
final class Frequent
{
    public int $error = 0;
    /** @var array<int> weights by thing */
    private array $weights = [];
    /** @var array<int> how often they came since they are kept */
    private array $counts = [];

    /** @param positive-int $capacity things that are kept; for a moment they are twice as many */
    public function __construct(private readonly int $capacity) {}

    public function add(string $thing, int $weight): void
    {
        $this->weights[$thing] = ($this->weights[$thing] ?? 0) + $weight;
        $this->counts[$thing] = ($this->counts[$thing] ?? 0) + 1;
        if (count($this->weights) >= 2 * $this->capacity) {
            $this->shrink();
        }
    }

    /** @return list<array{string, int, int}> things, how often they came, and their weights; the heaviest first */
    public function heaviest(int $most): array
    {
        arsort($this->weights);
        $heaviest = [];
        foreach (array_slice($this->weights, 0, $most, true) as $thing => $weight) {
            $heaviest[] = [(string) $thing, $this->counts[$thing], $weight];
        }

        return $heaviest;
    }

    /** How many are kept: all different ones, if there is no error. */
    public function size(): int
    {
        return count($this->weights);
    }

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
