<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

/** A figure of a codec, compared with that of another codec: sums over the values that both can hold. */
final readonly class Ratio
{
    public function __construct(
        /** Number of values. */
        public int $values,
        /** Bytes or nanoseconds of the codec. */
        public float $amount,
        /** Bytes or nanoseconds of the other codec. */
        public float $base,
        /** Half the distance between the quartiles of the rounds, as a fraction of the amount. */
        public float $spread,
    ) {}

    /** Returns the amount as a fraction of the other codec's. */
    public function value(): float
    {
        return $this->base > 0.0 ? $this->amount / $this->base : 1.0;
    }
}
