<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Igbinary;

/**
 * The first bytes of tokens of igbinary, versions 1 and 2. Numbers in igbinary are big-endian. Where a number may have 1, 2 or 4 bytes, the constant is
 * the tag for one byte. The next two tags are for 2 and 4 bytes.
 *
 * @internal
 */
final class Tag
{
    public const NULL = 0x00;
    /** Back reference to an array or PHP reference. */
    public const SAME_SLOT = 0x01;
    public const FALSE = 0x04;
    public const TRUE = 0x05;
    /** Tags of ints hold the magnitude: 0x06, 0x08 and 0x0A are for 1, 2 and 4 bytes. The next tag (n + 1) is for the negative number. */
    public const INT_8 = 0x06;
    public const DOUBLE = 0x0C;
    public const STRING_EMPTY = 0x0D;
    /** A string that occurred before, by its id. */
    public const STRING_ID = 0x0E;
    public const STRING = 0x11;
    public const ARRAY = 0x14;
    /** An object with the name of its class in full. */
    public const OBJECT = 0x17;
    /** An object with the name of its class as a string id. */
    public const OBJECT_ID = 0x1A;
    /** Body of an object whose class writes its own payload (Serializable). */
    public const PAYLOAD = 0x1D;
    /** An int of 8 bytes. */
    public const INT_64 = 0x20;
    /** Back reference to an object. */
    public const SAME_OBJECT = 0x22;
    /** Marks the value behind it as part of a PHP reference. */
    public const REFERENCE = 0x25;
    /** A string whose length has 8 bytes. */
    public const STRING_64 = 0x26;
    /** Body of an enum case. */
    public const ENUM_CASE = 0x27;
}
