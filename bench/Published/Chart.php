<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** A picture of figures. */
interface Chart
{
    /** A part of a file name. */
    public function name(): string;

    public function title(): string;

    /** A whole file. */
    public function svg(): string;
}
