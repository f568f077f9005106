<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Native;

use function is_finite;
use function is_nan;
use function sprintf;
use function strlen;
use function strpbrk;
use function substr;

/**
 * Writes tokens of the text of serialize().
 *
 * @internal
 */
final class Text
{
    /** Writes a float with the fewest digits that give the same double. serialize_precision has no effect. */
    public static function float(float $value): string
    {
        if (is_finite($value)) {
            return 'd:' . sprintf('%.*H', -1, $value) . ';';
        }
        return is_nan($value) ? 'd:NAN;' : ($value > 0 ? 'd:INF;' : 'd:-INF;');
    }

    /** Returns a float as it stands in code: with a dot or an exponent, which an int does not have. */
    public static function literal(float $value): string
    {
        $digits = substr(self::float($value), 2, -1);
        return strpbrk($digits, '.EN') === false ? "$digits.0" : $digits;
    }

    public static function string(string $value): string
    {
        return 's:' . strlen($value) . ":\"$value\";";
    }

    public static function custom(string $class, string $payload): string
    {
        return 'C:' . strlen($class) . ":\"$class\":" . strlen($payload) . ":{{$payload}}";
    }

    public static function enumCase(string $class, string $case): string
    {
        return 'E:' . (strlen($class) + 1 + strlen($case)) . ":\"$class:$case\";";
    }
}
