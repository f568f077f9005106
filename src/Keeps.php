<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo;

/** What a codec keeps of a value. docs/library.md has the table. */
enum Keeps: string
{
    /** Ints of 64 bits stay ints. */
    case Ints = 'ints';
    /** Floats keep their bits, and stay floats. */
    case Floats = 'floats';
    case Nulls = 'nulls';
    /** Strings of any bytes. */
    case Bytes = 'bytes';
    /** Order and type of keys. */
    case Keys = 'keys';
    /** PHP references (&). */
    case References = 'references';
    /** One object in two places stays one object. */
    case Identity = 'identity';
    case Classes = 'classes';
    /** Private and protected properties, hooks, enum cases. */
    case PrivateState = 'private state';
}
