<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo;

/**
 * What a format may lose of a value. All formats here keep ints, floats, nulls, and the order and types of keys. docs/library.md has a table of all codecs.
 *
 * @internal
 */
enum Keeps: string
{
    /** Strings may have any bytes, not only UTF-8. */
    case Bytes = 'bytes';
    /** PHP references (&). */
    case References = 'references';
    /** An object that occurs twice stays one object. */
    case Identity = 'identity';
    /** Objects keep their class. */
    case Classes = 'classes';
    /** Private and protected properties, hooks, enum cases. */
    case PrivateState = 'private state';
}
