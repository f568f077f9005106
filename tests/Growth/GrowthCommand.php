<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Growth;

/** The command: each construct alone, then in pairs, judged by what a doubling of the size takes. */
final class GrowthCommand
{
    /** There are at least so many constructs, and pairs of them. */
    private const CONSTRUCTS = 108;

    private const PAIRS = 253;

    private int $planned = 0;

    private int $measured = 0;

    private int $steps = 0;

    private int $further = 0;

    /** @var list<Series> */
    private array $failed = [];

    private float $worst = 0.0;

    private string $of = 'nothing';

    private readonly string $filter;

    private readonly string $build;

    private readonly int $jobs;

    private readonly bool $short;

    private readonly bool $verbose;

    /** @param list<string> $arguments */
    public function __construct(array $arguments)
    {
        $given = [];
        foreach ($arguments as $argument) {
            [$name, $value] = explode('=', $argument, 2) + ['', ''];
            $given[$name] = $value;
        }
        $this->filter = $given['--filter'] ?? '';
        $this->build = $given['--build'] ?? (getenv('BUILD') ?: 'build');
        $this->jobs = max(1, (int) ($given['--jobs'] ?? '2'));
        $this->short = isset($given['--short']);
        $this->verbose = isset($given['--verbose']);
    }

    public function main(): int
    {
        $start = hrtime(true);
        $singles = Plan::singles($this->short ? Task::SHORT : Task::SERIES, $this->filter);
        $this->judge($this->measure($singles));
        $pairs = $this->short ? [] : Plan::pairs($this->filter);
        $again = $pairs === [] ? 0 : $this->pairs($pairs);

        foreach ($this->failed as $series) {
            echo 'growth: TOO FAST ', $series->line(), "\n";
        }
        printf("growth: of what passes, %s grows most, by %.2f for a doubling on average\n", $this->of, $this->worst);
        printf(
            "growth: %d constructs, %d pairs in %d orders, %d of these at all sizes; %d of %d counts, %d steps, %d values measured further; %d grow too fast; %d s\n",
            count($singles),
            self::countPairs($pairs),
            count($pairs),
            $again,
            $this->measured,
            $this->planned,
            $this->steps,
            $this->further,
            count($this->failed),
            (hrtime(true) - $start) / 1e9,
        );

        return $this->isComplete($singles, $pairs) && $this->failed === [] ? 0 : 1;
    }

    /**
     * Finds with two sizes which tasks need more measurements.
     *
     * @param list<Task> $tasks
     */
    private function pairs(array $tasks): int
    {
        $suspicious = $good = [];
        foreach ($this->measure($tasks) as $series) {
            if ($series->isComplete() && $series->average() <= Series::SUSPICIOUS) {
                $good[] = $series;
            } else {
                $suspicious[$series->task->name()] = $series->task->in(Task::SERIES);
            }
        }
        $this->judge($good);
        $this->judge($this->measure(array_values($suspicious)));

        return count($suspicious);
    }

    /**
     * @param list<Task> $tasks
     * @return list<Series>
     */
    private function measure(array $tasks): array
    {
        $told = 0;
        $progress = static function (int $done, int $of) use (&$told): void {
            if (intdiv($done * 10, $of) > $told) {
                $told = intdiv($done * 10, $of);
                fprintf(STDERR, "growth: %d of %d values\n", $done, $of);
            }
        };
        $series = (new Search($this->build, $this->jobs, $progress))->run($tasks);
        $this->planned += array_sum(array_map(static fn(Task $task): int => $task->count(), $tasks));
        $this->measured += array_sum(array_map(static fn(Series $one): int => count($one->counts), $series));

        return $series;
    }

    /**
     * Those that end with a step are measured further on.
     *
     * @param list<Series> $all
     */
    private function judge(array $all): void
    {
        $open = $bad = [];
        foreach ($all as $series) {
            if ($this->verbose) {
                echo 'growth: ', $series->line(), "\n";
            }
            if (!$series->passes()) {
                $this->failed[] = $series;
                $bad[$series->task->name()] = true;
            } elseif ($series->isOpen()) {
                $open[$series->task->name()][] = $series;
            }
            $this->steps += $series->hasStep() ? 1 : 0;
            if ($series->passes() && $series->average() > $this->worst) {
                [$this->worst, $this->of] = [$series->average(), $series->operation . ' of ' . $series->task->name()];
            }
        }
        $open = array_diff_key($open, $bad);
        if ($open !== []) {
            $this->settle($open);
        }
        $this->further += count($open);
    }

    /** @param non-empty-array<string, non-empty-list<Series>> $open by name of the value */
    private function settle(array $open): void
    {
        $tasks = array_map(static fn(array $of): Task => $of[0]->task->in(Task::further($of[0]->task->sizes)), array_values($open));
        foreach ($this->measure($tasks) as $series) {
            $operations = array_map(static fn(Series $one): string => $one->operation, $open[$series->task->name()] ?? []);
            // beyond these sizes PHP's memory manager has its own steps: what was no matter of doubt before is left alone
            if (in_array($series->operation, $operations, true) && (!$series->isComplete() || $series->isOpen())) {
                $this->failed[] = $series;
            }
        }
    }

    /** @param list<Task> $orders */
    private static function countPairs(array $orders): int
    {
        $pairs = [];
        foreach ($orders as $task) {
            $names = $task->names;
            sort($names);
            $pairs[implode(' and ', $names)] = true;
        }

        return count($pairs);
    }

    /**
     * @param list<Task> $singles
     * @param list<Task> $pairs
     */
    private function isComplete(array $singles, array $pairs): bool
    {
        if ($this->filter !== '') {
            return $this->measured > 0;
        }
        $enough = count($singles) >= self::CONSTRUCTS && ($this->short || self::countPairs($pairs) >= self::PAIRS);
        if (!$enough || $this->measured < $this->planned) {
            echo "growth: FEWER THAN PLANNED\n";
        }

        return $enough && $this->measured >= $this->planned;
    }
}
