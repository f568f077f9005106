<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Advise;

use Lyo\Tools\Measure\Results;

use function array_keys;
use function array_sum;
use function count;
use function max;
use function sqrt;

/** How many values of the source each measured value stands for. They were chosen by class of sizes, so means are made of the means of the classes. */
final readonly class Weights
{
    /** Standard errors on each side of a mean: about 95 of 100 ranges have the true mean. */
    private const ERRORS = 2.0;

    /**
     * @param array<int, list<int>> $classes numbers of the outcomes, by class
     * @param array<int, int> $population number of values of the source, by class
     */
    private function __construct(private array $classes, private array $population) {}

    /** @param list<int> $numbers the outcomes that count */
    public static function of(Results $results, array $numbers): self
    {
        $classes = $population = [];
        foreach ($numbers as $number) {
            $class = $results->sample->classOf($results->indexes[$number] ?? 0);
            $classes[$class][] = $number;
            $population[$class] = $results->sample->population[$class] ?? ($population[$class] ?? 0) + 1;
        }

        return new self($classes, $population);
    }

    /** @param array<int, float> $figures by number of the outcome */
    public function mean(array $figures): float
    {
        $sum = 0.0;
        foreach ($this->classes as $class => $numbers) {
            $sum += $this->population[$class] * self::meanOf($figures, $numbers);
        }

        return $sum / max(1, array_sum($this->population));
    }

    /**
     * Returns how far the true mean may be from mean(), on each side.
     *
     * @param array<int, float> $figures by number of the outcome
     */
    public function range(array $figures): float
    {
        $variance = 0.0;
        foreach (array_keys($this->classes) as $class) {
            $numbers = $this->classes[$class];
            $measured = count($numbers);
            $mean = self::meanOf($figures, $numbers);
            $squares = 0.0;
            foreach ($numbers as $number) {
                $squares += (($figures[$number] ?? 0.0) - $mean) ** 2;
            }
            $unmeasured = max(0.0, 1.0 - $measured / max(1, $this->population[$class]));
            $variance += $this->population[$class] ** 2 * $unmeasured * $squares / max(1, $measured - 1) / $measured;
        }

        return self::ERRORS * sqrt($variance) / max(1, array_sum($this->population));
    }

    /**
     * @param array<int, float> $figures
     * @param list<int> $numbers
     */
    private static function meanOf(array $figures, array $numbers): float
    {
        $sum = 0.0;
        foreach ($numbers as $number) {
            $sum += $figures[$number] ?? 0.0;
        }

        return $sum / max(1, count($numbers));
    }
}
