<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Envelope;

use function chr;
use function pack;
use function rtrim;
use function strlen;

/**
 * Numbers as the format writes them (spec section 1).
 *
 * @internal
 */
final class Varlen
{
    /** First byte of one that is not the number itself. */
    private const DIRECT = 248;

    public static function of(int $number): string
    {
        if ($number < self::DIRECT) {
            return chr($number);
        }
        $bytes = rtrim(pack('P', $number), "\0");
        return chr(self::DIRECT - 1 + strlen($bytes)) . $bytes;
    }
}
