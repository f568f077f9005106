<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge;

use function max;

/**
 * The time of expiry of a row that plain code of the framework cannot read. It is stored negative. Plain Drupal and plain Laravel compare it with
 * the present time before they read the value: for them the row has expired, so they miss it, and write or delete the same row. What other code
 * writes or invalidates has a positive time, so the mark never outlives the bytes for which it stands.
 *
 * @internal
 */
final class Expiry
{
    /** Stands for never. It fits into the columns of 32 bits that old sites have, and -1 is Drupal's own name for never. */
    private const NEVER = -2;

    /**
     * Marks a time.
     *
     * @param int|null $time seconds since 1970; null for never
     *
     * @return int a number below -1; a time up to 2 is past for everybody, and needs no mark
     */
    public static function marked(?int $time): int
    {
        return match (true) {
            $time === null => self::NEVER,
            $time > -self::NEVER => -$time,
            default => max($time, 0),
        };
    }

    /** Tells whether a stored time has the mark. */
    public static function isMarked(int $stored): bool
    {
        return $stored <= self::NEVER;
    }

    /**
     * Returns the time of a stored time with the mark.
     *
     * @return int|null seconds since 1970; null for never
     */
    public static function time(int $stored): ?int
    {
        return $stored === self::NEVER ? null : -$stored;
    }
}
