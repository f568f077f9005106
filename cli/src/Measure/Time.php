<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

/** Time of a call in nanoseconds: the median of the rounds, and half the distance between their quartiles. */
final readonly class Time
{
    private function __construct(public float $median, public float $spread) {}

    /** @param list<float> $rounds nanoseconds of each round; at least one */
    public static function of(array $rounds): self
    {
        return new self(Statistics::median($rounds), (Statistics::quantile($rounds, 0.75) - Statistics::quantile($rounds, 0.25)) / 2);
    }
}
