<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** How long a comparison may take. */
final readonly class Effort
{
    /**
     * @param positive-int $rounds of measuring: figures are medians of them
     * @param positive-int $slice nanoseconds of a turn of the fastest codec
     * @param positive-int $requests of a page for each codec, where pages are measured
     * @param positive-int $scale the largest values are so many times smaller: 1 for figures to be published, more for tests
     */
    public function __construct(public int $rounds, public int $slice, public int $requests, public int $scale = 1) {}
}
