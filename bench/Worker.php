<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Closure;
use Lyo\Tools\Measure\Codec;
use RuntimeException;

/** A process that does one job. Prints a line of JSON for each value. */
final readonly class Worker
{
    public function __construct(private Job $job) {}

    public function run(): void
    {
        error_reporting(0); // deprecations of old application classes
        ini_set('memory_limit', '4G');
        if ($this->job->compiled && $this->job->corpus !== null) {
            Code::compile($this->job->corpus . '/' . $this->job->application . '/vendor');
        }
        $codecs = array_values(array_filter(array_map(Codec::named(...), $this->job->codecs), static fn(Codec $codec): bool => $codec->exists()));
        match ($this->job->mode) {
            Job::TIME => $this->each(fn(string $name, string $text) => $this->time([$this->timing($name, $text, $codecs)])),
            Job::ROUNDS => $this->time($this->each(fn(string $name, string $text): Timing => $this->timing($name, $text, $codecs))),
            Job::COUNT => $this->job->application === Source::SYNTHETIC
                ? $this->countAlone($codecs)
                : $this->each(fn(string $name, string $text) => $this->count($name, $text, $codecs)),
            Job::HELD => self::print((new Held($this->job->application, $this->each(fn(string $name, string $text): Subject => new Subject($name, $text, $codecs)), $codecs))->result()),
            default => throw new RuntimeException('no worker does ' . $this->job->mode),
        };
    }

    /**
     * @template T
     * @param Closure(string, string): T $work name of a value, its text
     * @return list<T>
     */
    private function each(Closure $work): array
    {
        $index = 0;
        $results = [];
        foreach (Source::at($this->job->corpus)->texts($this->job->application, $this->job->wants(...)) as $name => $text) {
            if ($index++ % $this->job->parts === $this->job->part) {
                $results[] = $work($name, $text);
                gc_collect_cycles();
            }
        }

        return $results;
    }

    /** @param list<Codec> $codecs */
    private function timing(string $name, string $text, array $codecs): Timing
    {
        $subject = new Subject($name, $text, $codecs);
        $times = $this->job->elements > 0 ? intdiv($this->job->elements, count((array) $subject->fresh())) : 1;

        return new Timing($subject, $this->job->operations, max(1, $times));
    }

    /** @param list<Timing> $timings */
    private function time(array $timings): void
    {
        Timing::run($timings, $this->job->rounds, $this->job->slice);
        foreach ($timings as $timing) {
            self::print($timing->result());
        }
    }

    /** @param list<Codec> $codecs */
    private function count(string $name, string $text, array $codecs): void
    {
        self::print((new Counting($name, $text, $codecs, $this->job->operations))->count());
    }

    /**
     * For the comparison with stored counts, each value has its own process, which starts before the value is made, so that its
     * count does not depend on earlier values. For other uses this does not matter, and a process takes a sixth of a second.
     *
     * @param list<Codec> $codecs
     */
    private function countAlone(array $codecs): void
    {
        $index = 0;
        foreach (Synthetic::names() as $short) {
            $name = Source::SYNTHETIC . '/' . $short;
            if (!$this->job->wants($name) || $index++ % $this->job->parts !== $this->job->part) {
                continue;
            }
            $process = pcntl_fork();
            if ($process === 0) {
                lyo_bench_settle();
                $this->count($name, serialize(Synthetic::get($short)), $codecs);
                exit(0);
            }
            if (pcntl_waitpid($process, $status) !== $process || $status !== 0) {
                throw new RuntimeException('no counts of ' . $name);
            }
        }
    }

    /** @param array<string, mixed> $result */
    private static function print(array $result): void
    {
        echo json_encode($result, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES), "\n";
    }
}
