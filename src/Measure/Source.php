<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Measure;

use RuntimeException;

/** Where stored values come from. */
interface Source
{
    /**
     * One after the other, in whatever order; not more of them at a time in memory than the source needs.
     *
     * @return iterable<Item>
     *
     * @throws RuntimeException if the source cannot be read
     */
    public function items(): iterable;
}
