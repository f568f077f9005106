<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fibers;

enum Caller
{
    /** serialize(), unserialize() or a session in the form of PHP's handlers. */
    case Native;
    /** lyo.so or igbinary.so. */
    case Ours;
}
