<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential\Generator;

use Lyo\Tests\Support\Rng;

/** The parts of the value so far. They are used again to make shared objects, cycles and repeated strings. */
final class Pool
{
    /** @var list<object> */
    public array $objects = [];

    /** @var list<Cell> */
    public array $cells = [];

    /** @var list<array<array-key, mixed>> */
    public array $arrays = [];

    /** @var list<string> */
    public array $strings = [];

    /**
     * Things that make rules of the ledger applicable, by name.
     *
     * @var array<string, true>
     */
    public array $traits = [];

    /** Initializers of lazy objects encode nothing: PHP's own serialize() runs on both sides, and that spoils its numbers. */
    public bool $calm = false;

    /**
     * @param string $marker part of the names of classes that are defined on demand: differs between the two sides
     * @param int    $budget how many more nodes the value may have, roughly
     */
    public function __construct(
        public readonly Rng $rng,
        public readonly string $marker,
        public int $budget,
    ) {}

    public function spend(int $nodes = 1): bool
    {
        $this->budget -= $nodes;

        return $this->budget > 0;
    }

    /** Lets go of everything: from here on, only the value itself holds its parts. The generators are a cycle and live on. */
    public function forget(): void
    {
        $this->objects = $this->cells = $this->arrays = $this->strings = [];
    }

    public function cell(): Cell
    {
        if ($this->cells !== [] && $this->rng->chance(60)) {
            return $this->rng->pick($this->cells);
        }
        $cell = new Cell();
        $this->cells[] = $cell;

        return $cell;
    }
}
