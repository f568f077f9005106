<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel;

/**
 * Base64 for bytes in places that can only hold text: a text column refuses or cuts other bytes, and JSON refuses them. The text of serialize()
 * always contains a colon or a semicolon, so it is never taken for Base64.
 *
 * @internal
 */
final class Armor
{
    /**
     * Returns UTF-8 as it is, and other bytes in Base64.
     */
    public static function on(string $data): string
    {
        return preg_match('//u', $data) === 1 ? $data : base64_encode($data);
    }

    /**
     * Reverses on().
     */
    public static function off(string $stored): string
    {
        $data = base64_decode($stored, true);

        return $data === false ? $stored : $data;
    }
}
