<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

use Lyo\Tests\Support\Rng;

/** Draws values of properties: only few different ones, because hooks compare them. */
final readonly class Values
{
    /** @param bool $objects whether objects of the trial may stand in them */
    public function __construct(
        private Rng $rng,
        private bool $objects,
    ) {}

    public function ofType(?string $type): mixed
    {
        return match ($type) {
            'int' => $this->rng->pick([0, 1, 7, -1]),
            '?int' => $this->rng->pick([null, 0, 1, 300]),
            'string' => $this->rng->pick(['', 'v', 'a', 'x,b']),
            '?string' => $this->rng->pick([null, '', 'v', 'b']),
            'bool' => $this->rng->chance(50),
            'array' => $this->list(),
            '?array' => $this->rng->chance(30) ? null : $this->list(),
            'int|string|null' => $this->rng->pick([null, 0, 1, '', 'v', 'a']),
            default => $this->any(),
        };
    }

    private function any(): mixed
    {
        return match ($this->rng->int(0, 9)) {
            0, 1, 2 => null,
            3 => $this->rng->pick(['v', 'a', 'x', '']),
            4, 5 => $this->rng->pick([0, 1, 2]),
            6 => $this->rng->pick([true, false, 1.5, '0']),
            7, 8 => $this->list(),
            default => $this->objects ? new Placeholder($this->rng->chance(60) ? $this->rng->int(0, 5) : null, $this->rng->pick([null, 'v', ['a', 'b']])) : 'v',
        };
    }

    /** @return array<mixed> */
    private function list(): array
    {
        return $this->rng->pick([[], [], ['a'], ['a', 'b'], ['q' => 1], [null], ['x', 'nothing']]);
    }
}
