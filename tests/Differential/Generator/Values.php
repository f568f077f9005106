<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential\Generator;

use Lyo\Tests\Fixtures\Level;
use Lyo\Tests\Fixtures\Suit;
use Lyo\Tests\Fixtures\Unit;
use Lyo\Tests\Support\Rng;
use TypeError;
use UnitEnum;

/** Any value: the point where all generators meet. */
final class Values
{
    public readonly Scalars $scalars;

    public readonly Arrays $arrays;

    public readonly Objects $objects;

    public readonly Rows $rows;

    public readonly Internals $internals;

    public function __construct(
        public readonly Rng $rng,
        public readonly Pool $pool,
    ) {
        $this->scalars = new Scalars($rng, $pool);
        $this->objects = new Objects($rng, $pool, $this->scalars, $this);
        $this->arrays = new Arrays($rng, $pool, $this->scalars, $this);
        $this->rows = new Rows($rng, $pool, $this->scalars, $this, $this->objects);
        $this->internals = new Internals($rng, $pool, $this->scalars, $this);
    }

    public function any(int $depth): mixed
    {
        if ($depth <= 0 || !$this->pool->spend()) {
            return $this->leaf();
        }

        return match ($this->rng->weighted(['scalar' => 45, 'array' => 22, 'object' => 18, 'enum' => 4, 'shared' => 6, 'internal' => 3, 'rows' => 2])) {
            'scalar' => $this->scalars->any(),
            'array' => $this->arrays->any($depth),
            'object' => $this->objects->any($depth),
            'enum' => $this->enum(),
            'shared' => $this->sharedObject() ?? $this->scalars->any(),
            'internal' => $this->internals->any($depth),
            default => $this->rows->table($depth),
        };
    }

    public function leaf(): mixed
    {
        return match ($this->rng->int(0, 19)) {
            0 => [],
            1 => $this->enum(),
            2, 3 => $this->sharedObject() ?? $this->scalars->any(),
            default => $this->scalars->any(),
        };
    }

    public function enum(): UnitEnum
    {
        return $this->rng->pick([Suit::Hearts, Suit::Spades, Level::Low, Level::Zero, Level::High, Unit::Only, Unit::other, Unit::_Äö]);
    }

    /** An object that is already part of the value, perhaps one that is still being filled: that makes cycles. */
    public function sharedObject(): ?object
    {
        return $this->pool->objects === [] ? null : $this->rng->pick($this->pool->objects);
    }

    /**
     * Makes PHP references of some elements: with other places of the value, or with nothing else.
     *
     * @template K of array-key
     * @param array<K, mixed> $array
     * @param-out array<K, mixed> $array
     */
    public function bindSome(array &$array, int $percent = 6): void
    {
        if ($array === [] || !$this->rng->chance($percent)) {
            return;
        }
        $keys = array_keys($array);
        for ($i = $this->rng->int(1, 3); $i > 0; $i--) {
            $key = $this->rng->pick($keys);
            $cell = $this->pool->cell();
            try {
                if ($cell->value === null || $this->rng->chance(40)) {
                    $cell->value = $array[$key];
                }
                $array[$key] = &$cell->value;
            } catch (TypeError) {
                // The reference is also a typed property, which refuses this value.
            }
        }
    }
}
