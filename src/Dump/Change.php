<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Dump;

enum Change: string
{
    case Added = 'added';
    case Removed = 'removed';
    case Changed = 'changed';
    /** The same keys, in another order. */
    case Reordered = 'reordered';
}
