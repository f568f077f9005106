<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

/** One function with its arguments, called again and again: CPU time of one call in each round. */
final class Task
{
    private int $times = 1;

    /** @var list<float> nanoseconds of one call, by round; freeing the result is part of it */
    public array $rounds = [];

    /** @param list<mixed> $arguments */
    public function __construct(
        public readonly string $name,
        private readonly string $function,
        private readonly array $arguments,
    ) {}

    /** Finds how many calls take so many nanoseconds. These calls also warm up what can be warmed up. */
    public function calibrate(int $slice): void
    {
        $once = PHP_INT_MAX;
        for ($i = 0; $i < 4; $i++) {
            $once = min($once, lyo_bench_time($this->function, $this->arguments, 1));
        }
        // A single call is measured with the clock's own time. So measure again with more of them.
        $some = max(1, min(1000, intdiv($slice, 4 * max($once, 1))));
        $once = lyo_bench_time($this->function, $this->arguments, $some) / $some;
        $this->times = max(1, (int) ceil($slice / max($once, 1.0)));
    }

    public function run(): void
    {
        $this->rounds[] = lyo_bench_time($this->function, $this->arguments, $this->times) / $this->times;
    }
}
