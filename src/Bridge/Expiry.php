<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge;

use const PHP_INT_MAX;

/**
 * The time of expiry of a row that plain code of the framework cannot read. It is stored negative. Plain Drupal and plain Laravel compare it with
 * the present time before they read the value: for them the row has expired, so they miss it, and write or delete the same row. What other code
 * writes or invalidates has a positive time, so the mark never outlives the bytes for which it stands.
 *
 * @internal
 */
final class Expiry
{
    /**
     * Marks a time.
     *
     * @param int|null $time seconds since 1970; null for never
     *
     * @return int a number below -1, which is Drupal's own name for never; a time up to 1 is returned as it is, because it is past for everybody
     */
    public static function marked(?int $time): int
    {
        return $time === null ? -PHP_INT_MAX : ($time > 1 ? -$time : $time);
    }

    /** Tells whether a stored time has the mark. */
    public static function isMarked(int $stored): bool
    {
        return $stored < -1;
    }

    /**
     * Returns the time of a stored time with the mark.
     *
     * @return int|null seconds since 1970; null for never
     */
    public static function time(int $stored): ?int
    {
        return $stored === -PHP_INT_MAX ? null : -$stored;
    }
}
