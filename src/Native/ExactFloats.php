<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Native;

use function ini_get;
use function ini_set;
use function serialize;

/**
 * Calls serialize() with serialize_precision -1, so that floats are written with all digits that they need.
 *
 * @internal
 */
final class ExactFloats
{
    public static function serialize(mixed $value): string
    {
        if (ini_get('serialize_precision') === '-1') {
            return serialize($value);
        }
        $precision = self::begin();
        try {
            return serialize($value);
        } finally {
            self::end($precision);
        }
    }

    /** Sets serialize_precision to -1. Returns the previous value for end(), or null if there is nothing to restore. */
    public static function begin(): ?string
    {
        $precision = ini_get('serialize_precision');
        if ($precision === '-1' || $precision === false) {
            return null;
        }
        ini_set('serialize_precision', '-1');
        return $precision;
    }

    /** Restores serialize_precision. */
    public static function end(?string $precision): void
    {
        if ($precision !== null) {
            ini_set('serialize_precision', $precision);
        }
    }
}
