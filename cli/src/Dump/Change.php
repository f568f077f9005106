<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Dump;

/** How two values differ at a place. */
enum Change: string
{
    case Added = 'added';
    case Removed = 'removed';
    case Changed = 'changed';
    /** The keys are the same, but in another order. */
    case Reordered = 'reordered';
}
