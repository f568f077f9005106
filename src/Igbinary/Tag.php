<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Igbinary;

/**
 * First byte of a token of igbinary, versions 1 and 2. Numbers are big-endian; where three widths exist, the tags of
 * two and four bytes follow that of one.
 */
final class Tag
{
    public const NULL = 0x00;
    /** Back reference to an array or PHP reference. */
    public const SAME_SLOT = 0x01;
    public const FALSE = 0x04;
    public const TRUE = 0x05;
    /** Magnitudes; the next tag is the negative one. */
    public const INT_8 = 0x06;
    public const INT_16 = 0x08;
    public const INT_32 = 0x0A;
    public const DOUBLE = 0x0C;
    public const STRING_EMPTY = 0x0D;
    public const STRING_ID = 0x0E;
    public const STRING = 0x11;
    public const ARRAY = 0x14;
    /** Class name in full. */
    public const OBJECT = 0x17;
    /** Class name by its string id. */
    public const OBJECT_ID = 0x1A;
    /** Body of an object with a payload of its own making. */
    public const PAYLOAD = 0x1D;
    public const INT_64 = 0x20;
    public const SAME_OBJECT = 0x22;
    /** What follows is a member of a PHP reference. */
    public const REFERENCE = 0x25;
    public const STRING_64 = 0x26;
    /** Body of an enum case. */
    public const ENUM_CASE = 0x27;
}
