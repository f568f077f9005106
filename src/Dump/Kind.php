<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Dump;

enum Kind: string
{
    case Scalar = 'scalar';
    case Array = 'array';
    case Object = 'object';
    /** An object with a payload of its own making. */
    case Custom = 'custom';
    case EnumCase = 'case';
    /** An object that stands somewhere before. */
    case SameObject = 'same object';
    /** A use of a PHP reference. */
    case SameSlot = 'same reference';
}
