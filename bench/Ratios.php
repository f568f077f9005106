<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use InvalidArgumentException;
use Lyo\Tools\Measure\Statistics;

/** Means of ratios. */
final class Ratios
{
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

        return Statistics::median(array_map(static fn(float $time, float $of): float => $time / max($of, 1e-9), $times, $base));
    }
}
