<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Dump;

/**
 * What a node is.
 *
 * @internal
 */
enum Kind: string
{
    case Scalar = 'scalar';
    case Array = 'array';
    case Object = 'object';
    /** An object whose class wrote a payload itself (Serializable). */
    case Custom = 'custom';
    case EnumCase = 'case';
    /** An object that has occurred before. */
    case SameObject = 'same object';
    /** A further use of a PHP reference. */
    case SameSlot = 'same reference';
}
