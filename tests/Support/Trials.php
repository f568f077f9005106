<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Support;

use Closure;

/**
 * Random trials by number: runs them in children, prints the first differences with the option that shows one of them again, and fails if fewer ran
 * than planned.
 */
final class Trials
{
    /** Options that each random test has: how many, with which seed, from which number on, one of them alone, processes, differences to print. */
    public const OPTIONS = ['runs', 'seed', 'start', 'only', 'jobs', 'show'];

    public int $ran = 0;
    public int $found = 0;

    private readonly float $began;

    /**
     * @param string $suite the word that its lines begin with
     * @param string $only the option that shows one trial
     */
    public function __construct(
        private readonly string $suite,
        public readonly int $planned,
        private readonly int $seed,
        private readonly int $start = 0,
        private readonly int $jobs = 1,
        private readonly int $shown = 0,
        private readonly string $only = 'only',
    ) {
        $this->began = microtime(true);
    }

    public static function given(string $suite, Arguments $given, int $runs, int $shown = 10): self
    {
        return new self($suite, $given->int('runs', $runs), $given->int('seed', 1), $given->int('start', 0), max(1, $given->int('jobs', 1)), $given->int('show', $shown));
    }

    /**
     * @param Closure(int): ?array<string, mixed> $work in the child
     * @param Closure(int, array<string, mixed>): void $report in the parent, for each result that is not null. Its "difference" is noted before.
     * @param ?Closure(int, string): void $crash in the parent: the number during which a child died, and how. Without it this is a difference.
     */
    public function run(Closure $work, Closure $report, ?Closure $crash = null, int $chunk = 250, int $seconds = 180): void
    {
        $forks = new Forks(
            $work,
            function (int $index, array $result) use ($report): void {
                if (is_string($result['difference'] ?? null)) {
                    $this->found($index, $result['difference']);
                }
                $report($index, $result);
            },
            $crash ?? fn(int $index, string $how) => $this->found($index, "the process $how"),
            $this->jobs,
            $chunk,
            $seconds,
        );
        $this->ran = $forks->run($this->start, $this->planned);
    }

    public function found(int $index, string $difference): void
    {
        $this->found++;
        if ($this->found <= $this->shown) {
            printf("DIFFERENCE (--seed=%d --%s=%d) %s\n", $this->seed, $this->only, $index, addcslashes($difference, "\0..\10\13..\37\177..\377"));
        } elseif ($this->found === $this->shown + 1 && $this->shown > 0) {
            echo "more differences are counted, not shown\n";
        }
    }

    /**
     * Prints the last line, with these counts.
     *
     * @param bool $good whether what else the test asks for is true
     * @return int status to exit with: 1 if there was a difference, or less than planned
     */
    public function end(string $counts, bool $good = true): int
    {
        if ($this->ran < $this->planned) {
            printf("%s: only %d of %d planned trials ran\n", $this->suite, $this->ran, $this->planned);
        }
        printf("%s: %s, %d differences (seed %d, %.0f s)\n", $this->suite, $counts, $this->found, $this->seed, microtime(true) - $this->began);

        return $good && $this->ran >= $this->planned && $this->found === 0 ? 0 : 1;
    }
}
