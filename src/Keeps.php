<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo;

/** The parts of a value that a codec may keep unchanged. docs/library.md has a table of all codecs. */
enum Keeps: string
{
    /** Ints of 64 bits stay ints. */
    case Ints = 'ints';
    /** Floats keep their bits, and stay floats. */
    case Floats = 'floats';
    /** null stays null. */
    case Nulls = 'nulls';
    /** Strings may have any bytes, not only UTF-8. */
    case Bytes = 'bytes';
    /** The order and the types of keys. */
    case Keys = 'keys';
    /** PHP references (&). */
    case References = 'references';
    /** An object that occurs twice stays one object. */
    case Identity = 'identity';
    /** Objects keep their class. */
    case Classes = 'classes';
    /** Private and protected properties, hooks, enum cases. */
    case PrivateState = 'private state';
}
