<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

use Lyo\Tools\Store\Item;
use Random\Randomizer;

use function array_slice;
use function array_sum;
use function ceil;
use function count;
use function ksort;
use function log;
use function max;
use function min;

/**
 * Chooses the values of a sample by their size: of each class of sizes (each twice as large as the one before) as many as its part of the bytes
 * demands. In a sample in which each value has the same chance, the few large values that have most of the bytes would be missing or not by luck.
 */
final class Strata
{
    /** Fewest values of each class. */
    private const LEAST = 8;

    /** @var array<int, array<int, Item>> some values of each class, chosen at random */
    private array $kept = [];
    /** @var array<int, int> number of values in each class */
    private array $met = [];

    /** @param positive-int $most largest number of values in the sample; there may be a few more if there are many classes */
    public function __construct(private readonly int $most, private readonly Randomizer $random) {}

    /** Takes the next value. Only its name and size are kept. */
    public function add(Item $item): void
    {
        $class = $item->bytes === null ? -1 : (int) ceil(log(max(1, $item->bytes), 2));
        $met = $this->met[$class] ?? 0;
        $this->met[$class] = $met + 1;
        $kept = count($this->kept[$class] ?? []);
        $place = $kept < $this->most ? $kept : $this->random->getInt(0, $met);
        if ($place < $this->most) {
            $this->kept[$class][$place] = $item;
        }
    }

    /** @return array<int, int> number of values in each class */
    public function population(): array
    {
        ksort($this->met);

        return $this->met;
    }

    /** @return array<int, list<Item>> the values of the sample, by class */
    public function chosen(): array
    {
        $bytes = [];
        foreach ($this->met as $class => $values) {
            $bytes[$class] = $values * 2.0 ** max(0, $class);
        }
        $all = max(1.0, array_sum($bytes));
        $chosen = [];
        foreach ($this->kept as $class => $items) {
            $items = $this->random->shuffleArray($items);
            $part = (int) ceil($this->most * $bytes[$class] / $all);
            $chosen[$class] = array_slice($items, 0, max(min(self::LEAST, count($items)), min($part, count($items))));
        }
        ksort($chosen);

        return $chosen;
    }
}
