<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Advice;

use function abs;
use function round;
use function sprintf;

/** What lyo advise says of one way to store values, and what was measured. Times are in microseconds. */
final readonly class Prediction
{
    /** How far a prediction may be off. */
    public const MOST = 0.20;

    public function __construct(public string $set, public float $roundTrip, public string $way, public float $predicted, public float $measured) {}

    /** How much more is predicted than was measured, as a part of that. */
    public function error(): float
    {
        return $this->predicted / $this->measured - 1;
    }

    public function isRight(): bool
    {
        return abs($this->error()) <= self::MOST;
    }

    /** @return list<string> */
    public function row(): array
    {
        return [$this->set, sprintf('%g', 1000 * $this->roundTrip), $this->way, sprintf('%.0f', round($this->predicted)), sprintf('%.0f', round($this->measured)), sprintf('%+.0f %%', 100 * $this->error())];
    }
}
