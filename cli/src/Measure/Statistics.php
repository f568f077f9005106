<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

use InvalidArgumentException;

use function array_map;
use function array_sum;
use function count;
use function exp;
use function floor;
use function intdiv;
use function log;
use function max;
use function min;
use function sort;

/** Statistics of lists of numbers. */
final class Statistics
{
    /** @param list<float> $numbers at least one */
    public static function median(array $numbers): float
    {
        if ($numbers === []) {
            throw new InvalidArgumentException('there is no median of nothing');
        }
        sort($numbers);
        $middle = intdiv(count($numbers), 2);

        return count($numbers) % 2 === 1 ? $numbers[$middle] : ($numbers[$middle - 1] + $numbers[$middle]) / 2;
    }

    /** @param list<float> $numbers at least one, all above zero */
    public static function geometricMean(array $numbers): float
    {
        if ($numbers === [] || min($numbers) <= 0.0) {
            throw new InvalidArgumentException('a geometric mean is of numbers above zero');
        }

        return exp(array_sum(array_map(log(...), $numbers)) / count($numbers));
    }

    /**
     * Returns the median of the ratios of the rounds. Whatever slowed the machine in a round slowed both times of it, so the ratio is affected less.
     *
     * @param list<float> $times
     * @param list<float> $base the other times of the same rounds
     */
    public static function pairedRatio(array $times, array $base): float
    {
        if (count($times) !== count($base)) {
            throw new InvalidArgumentException('both sides need the same rounds');
        }

        return self::median(array_map(static fn(float $time, float $of): float => $time / max($of, 1e-9), $times, $base));
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
