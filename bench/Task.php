<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

/** One function with its arguments, called again and again: CPU time of one call in each round. */
final class Task
{
    /** Calls of a turn. The first one finds the processor as another codec has left it, so all codecs have the same number. */
    public int $times = 1;

    /** @var list<float> nanoseconds of one call, by round; freeing the result is part of it */
    public array $rounds = [];

    /**
     * @param list<list<mixed>> $calls the arguments; of several calls all results are kept until the last one is there
     * @param bool $leaves             what it gives may be in cycles, which only the collector frees
     */
    public function __construct(
        public readonly string $name,
        private readonly string $function,
        private readonly array $calls,
        private readonly bool $leaves,
    ) {}

    /** How many calls take so many nanoseconds. These calls also warm up what can be warmed up. */
    public function calibrate(int $slice): int
    {
        $once = PHP_INT_MAX;
        for ($i = 0; $i < 4; $i++) {
            $once = min($once, $this->time(1));
        }
        // The time of a single call includes reading the clock. So measure again with more calls.
        $some = max(1, min(1000, intdiv($slice, 4 * max($once, 1))));
        $once = $this->time($some) / $some;

        return max(1, (int) ceil($slice / max($once, 1.0)));
    }

    public function run(): void
    {
        $this->rounds[] = $this->time($this->times) / $this->times / count($this->calls);
    }

    private function time(int $times): int
    {
        $time = count($this->calls) === 1 ? lyo_bench_time($this->function, $this->calls[0], $times) : lyo_bench_time_all($this->function, $this->calls, $times);
        if ($this->leaves) {
            gc_collect_cycles(); // takes long, even if there is nothing to collect, because it visits all arguments
        }

        return $time;
    }
}
