<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Measure;

/** A codec's figure over all values that it can hold, beside another's over the same values. */
final readonly class Ratio
{
    public function __construct(
        /** How many they are. */
        public int $values,
        /** The codec's bytes or nanoseconds. */
        public float $amount,
        /** The other's. */
        public float $base,
        /** Half the distance between the quartiles of the codec's rounds, as a part of the amount. */
        public float $spread,
    ) {}

    public function value(): float
    {
        return $this->base > 0.0 ? $this->amount / $this->base : 1.0;
    }
}
