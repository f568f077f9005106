<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Advice;

use function max;

/** One direction of a link. It sends one byte after the other, so it may be busy. */
final class Link
{
    private int $free = 0;

    /** @param int $delay in nanoseconds */
    public function __construct(private readonly int $delay, private readonly float $bits) {}

    /** When the last of these bytes arrives, if they are there to be sent now. In nanoseconds, as now. */
    public function send(int $bytes, int $now): int
    {
        $this->free = max($this->free, $now) + (int) (8e9 * $bytes / $this->bits);

        return $this->free + $this->delay;
    }
}
