<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

use InvalidArgumentException;

use function count;
use function floor;
use function min;
use function sort;

/** Statistics of lists of numbers. */
final class Statistics
{
    /** @param list<float> $numbers at least one */
    public static function median(array $numbers): float
    {
        return self::quantile($numbers, 0.5);
    }

    /**
     * @param list<float> $numbers at least one
     * @param float $part 0 for the smallest number, 1 for the largest
     */
    public static function quantile(array $numbers, float $part): float
    {
        if ($numbers === [] || $part < 0.0 || $part > 1.0) {
            throw new InvalidArgumentException('a quantile is of some numbers, between 0 and 1');
        }
        sort($numbers);
        $at = $part * (count($numbers) - 1);
        $below = (int) floor($at);
        $above = min($below + 1, count($numbers) - 1);

        return $numbers[$below] + ($at - $below) * ($numbers[$above] - $numbers[$below]);
    }
}
