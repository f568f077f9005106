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
use function str_repeat;
use function strpos;

/** Times functions in rounds. In each round they take turns, so that a busy moment of the machine slows all of them. */
final readonly class Rounds
{
    /** Bytes that are read before a call with cold caches: more than a processor has for itself (L2). */
    private const SWEPT = 4 << 20;

    private string $sweep;

    /**
     * @param positive-int $rounds
     * @param int $slice nanoseconds of a turn, in which a function is called many times. In much shorter turns the clock would not be exact enough.
     * @param bool $cold call a function once in a turn, after other memory was read. The time is that of the clock then, because the processor time is
     *        not exact enough for one call.
     */
    public function __construct(private int $rounds, private int $slice, private bool $cold = false)
    {
        $this->sweep = $cold ? str_repeat('x', self::SWEPT) : '';
    }

    /**
     * @param array<string, array{Closure, list<mixed>}> $tasks functions and their arguments, by name
     *
     * @return array<string, non-empty-list<float>> for each task and round the time of one call in nanoseconds, including the time to free the result
     */
    public function run(array $tasks): array
    {
        $times = $rounds = [];
        foreach ($tasks as $name => [$function, $arguments]) {
            $times[$name] = $this->cold ? 1 : max(1, (int) ceil($this->slice / max(1, self::once($function, $arguments))));
        }
        $turns = array_keys($tasks);
        for ($round = 0; $round < $this->rounds; $round++) {
            foreach ($turns as $name) {
                $rounds[$name][] = $this->cold ? $this->afterOtherMemory(...$tasks[$name]) : self::time($tasks[$name][0], $tasks[$name][1], $times[$name]);
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

    /**
     * Returns the time of one call in nanoseconds, while the caches of the processor hold something else.
     *
     * @param list<mixed> $arguments
     */
    private function afterOtherMemory(Closure $function, array $arguments): float
    {
        strpos($this->sweep, 'y'); // reads all of it
        $start = hrtime(true);
        $function(...$arguments);

        return (float) (hrtime(true) - $start);
    }
}
