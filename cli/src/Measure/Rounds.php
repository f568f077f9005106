<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

use Closure;

use function array_keys;
use function array_shift;
use function ceil;
use function gc_collect_cycles;
use function hrtime;
use function max;
use function min;

/** Times functions in rounds. In each round they take turns, so that a busy moment of the machine slows all of them. */
final readonly class Rounds
{
    /**
     * @param positive-int $rounds
     * @param int $slice nanoseconds of a turn, in which a function is called many times. In much shorter turns the clock would not be exact enough.
     */
    public function __construct(private int $rounds, private int $slice) {}

    /**
     * @param array<string, array{Closure, list<mixed>}> $tasks functions and their arguments, by name
     *
     * @return array<string, non-empty-list<float>> for each task and round the processor time of one call in nanoseconds, including the time to free
     *         the result
     */
    public function run(array $tasks): array
    {
        $times = $rounds = [];
        foreach ($tasks as $name => [$function, $arguments]) {
            $times[$name] = max(1, (int) ceil($this->slice / max(1, self::once($function, $arguments))));
        }
        $turns = array_keys($tasks);
        for ($round = 0; $round < $this->rounds; $round++) {
            foreach ($turns as $name) {
                $rounds[$name][] = self::time($tasks[$name][0], $tasks[$name][1], $times[$name]);
                gc_collect_cycles();
            }
            $turns[] = array_shift($turns); // each task is first in some round, because the position affects the caches of the processor
        }

        return $rounds;
    }

    /**
     * Returns the time of one call in nanoseconds, roughly. It uses the clock, which has a better resolution than the processor time.
     *
     * @param list<mixed> $arguments
     */
    private static function once(Closure $function, array $arguments): int
    {
        $once = PHP_INT_MAX;
        for ($i = 0; $i < 3; $i++) {
            $start = hrtime(true);
            $function(...$arguments);
            $once = min($once, hrtime(true) - $start);
        }

        return (int) $once;
    }

    /**
     * Calls a function many times, and returns the mean processor time of a call in nanoseconds.
     *
     * @param list<mixed> $arguments
     */
    private static function time(Closure $function, array $arguments, int $times): float
    {
        $start = Processor::seconds();
        for ($i = 0; $i < $times; $i++) {
            $function(...$arguments);
        }

        return (Processor::seconds() - $start) * 1e9 / $times;
    }
}
