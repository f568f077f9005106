<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Exception\LyoException;
use Lyo\Failure;

/**
 * Limits what is written out of a payload. It holds a string or an array once that can stand in a text, or in another format, many times.
 *
 * @internal
 */
final class Expansion
{
    /** Size of the text that is always allowed, in bytes. */
    public const MOST = 64 << 20;
    /** Bytes of text that each byte of the payload allows in addition. */
    private const MOST_PER_BYTE = 16;
    /** Bytes of text that are counted for each element of an array that occurs again, in addition to its strings. */
    public const ELEMENT = 8;

    /**
     * Returns $weight, a number of bytes of text, if a payload of $size bytes may become so many.
     *
     * @param int $at offset up to which the payload was read, for the error
     *
     * @throws LyoException
     */
    public static function afford(int $weight, int $size, int $at): int
    {
        return $weight <= self::MOST + self::MOST_PER_BYTE * $size ? $weight : throw Failure::limit('repeated strings and arrays expand to too long a text', $at);
    }
}
