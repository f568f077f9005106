<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

use Lyo\Bench\Ratios;
use Lyo\Bench\Task;
use Lyo\Tools\Measure\Statistics;

/** Functions that are called in rounds in which each has its turn, in another order each time. */
final class Race
{
    /** A turn of a slow codec takes at most this many slices, or one call: what it finds in the processor's caches matters no more then. */
    private const LONGEST = 16;

    /** @var array<string, list<float>> nanoseconds of CPU time of a call, by round */
    private array $rounds = [];

    /**
     * @param array<string, array{string, list<mixed>, 2?: list<list<mixed>>}> $calls functions, or "Class::method", with their
     *     arguments, and with those of further calls that belong to the same turn; by name
     * @param list<string> $loose names of calls for which igbinary looks for no equal strings
     */
    public function __construct(array $calls, Effort $effort, array $loose = [])
    {
        lyo_bench_settle();
        $tasks = [];
        foreach ($calls as $name => $call) {
            $tasks[] = new Task($name, $call[0], [$call[1], ...$call[2] ?? []], false);
        }
        lyo_bench_unsettle();
        $ownTimes = array_map(static fn(Task $task): int => $task->calibrate($effort->slice), $tasks);
        foreach ($tasks as $number => $task) {
            $task->times = min(max([1, ...$ownTimes]), self::LONGEST * $ownTimes[$number]);
        }
        for ($round = 0; $round < $effort->rounds; $round++) {
            shuffle($tasks);
            foreach ($tasks as $task) {
                ini_set('igbinary.compact_strings', in_array($task->name, $loose, true) ? '0' : '1');
                $task->run();
            }
        }
        ini_set('igbinary.compact_strings', '1');
        foreach ($tasks as $task) {
            $this->rounds[$task->name] = $task->rounds;
        }
    }

    /** Microseconds of a call. */
    public function time(string $name): float
    {
        return Statistics::median($this->rounds[$name]) / 1e3;
    }

    /** The median of the ratios of the rounds. */
    public function ratio(string $name, string $to): float
    {
        return Ratios::pairedRatio($this->rounds[$name], $this->rounds[$to]);
    }
}
