<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use RuntimeException;

/** A process that does one job. Prints a line of JSON for each value. */
final readonly class Worker
{
    public function __construct(private Job $job) {}

    public function run(): void
    {
        error_reporting(0); // deprecations of old application classes
        ini_set('memory_limit', '4G');
        $codecs = array_values(array_filter(array_map(Codec::named(...), $this->job->codecs), static fn(Codec $codec): bool => $codec->exists()));
        $index = 0;
        $timings = [];
        foreach (Source::at($this->job->corpus)->texts($this->job->application, $this->job->wants(...)) as $name => $text) {
            if ($index++ % $this->job->parts === $this->job->part) {
                if ($this->job->mode === Job::COUNT) {
                    $this->count($name, $text, $codecs);
                    continue;
                }
                $subject = new Subject($name, $text, $codecs);
                $times = $this->job->elements > 0 ? intdiv($this->job->elements, count((array) $subject->fresh())) : 1;
                $timings[] = new Timing($subject, $this->job->operations, max(1, $times));
                if ($this->job->mode === Job::TIME) {
                    $this->time($timings);
                    $timings = [];
                }
            }
        }
        $this->time($timings);
    }

    /** @param list<Timing> $timings */
    private function time(array $timings): void
    {
        Timing::run($timings, $this->job->rounds, $this->job->slice);
        foreach ($timings as $timing) {
            self::print($timing->result());
        }
        unset($timings);
        gc_collect_cycles();
    }

    /**
     * What guards against dearer code has a process for each value: a count must not depend on the values before it. For
     * the others some per mille do not matter, and a process takes a sixth of a second under valgrind.
     *
     * @param list<Codec> $codecs
     */
    private function count(string $name, string $text, array $codecs): void
    {
        $alone = $this->job->application === Source::SYNTHETIC;
        $process = $alone ? pcntl_fork() : 0;
        if ($process === 0) {
            self::print((new Counting($name, $text, $codecs, $this->job->operations))->count());
            if ($alone) {
                exit(0);
            }
        } elseif (pcntl_waitpid($process, $status) !== $process || $status !== 0) {
            throw new RuntimeException('no counts of ' . $name);
        }
    }

    /** @param array<string, mixed> $result */
    private static function print(array $result): void
    {
        echo json_encode($result, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES), "\n";
    }
}
