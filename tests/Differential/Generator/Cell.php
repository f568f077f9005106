<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential\Generator;

/** Holds one PHP reference while a value is built. Once the cells are gone, a cell used once leaves a reference of count 1. */
final class Cell
{
    public mixed $value = null;

    /** Whether any value may be assigned: no typed property is bound to the reference. */
    public bool $untyped = true;
}
