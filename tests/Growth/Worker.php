<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Growth;

use RuntimeException;

/**
 * Counts instructions under callgrind: reads tasks from standard input, one a line, and answers each with a line. The counts are in the files that callgrind
 * writes. Each size has its own process, which starts before anything is encoded, so that it knows no definitions of other sizes.
 */
final class Worker
{
    /** A size that takes longer than that under callgrind is the last one. */
    private const SECONDS = 60;

    private int $number = 0;

    public function run(): void
    {
        gc_disable(); // PHP's garbage collector is not measured
        self::warm();
        while (($line = fgets(STDIN)) !== false) {
            $task = Task::of($line);
            foreach ($task->sizes as $size) {
                $start = hrtime(true);
                $this->measure($task, $size);
                if (hrtime(true) - $start > self::SECONDS * 1_000_000_000) {
                    break;
                }
            }
            $this->number++;
            echo $task->name(), "\n";
        }
    }

    /** Makes valgrind translate the code before processes are made, which would have to do that one by one. What becomes known here begins with a shape that no other value has. */
    private static function warm(): void
    {
        foreach (array_keys(Constructs::all()) as $name) {
            $value = [['warm' => 1, 'up' => 2], Constructs::parts($name, 100)];
            for ($i = 0; $i < 3; $i++) {
                lyo_unserialize(lyo_serialize($value));
                igbinary_unserialize(igbinary_serialize($value) ?? '');
            }
        }
    }

    private function measure(Task $task, int $size): void
    {
        $process = pcntl_fork();
        if ($process === 0) {
            $this->count(Constructs::value($task->names, $task->mixed, $size), $this->number . Search::SEPARATOR . $size . Search::SEPARATOR);
            posix_kill(posix_getpid(), SIGKILL); // nothing must be freed or dumped now
        }
        if (pcntl_waitpid($process, $status) !== $process || !is_int($status) || !pcntl_wifsignaled($status) || pcntl_wtermsig($status) !== SIGKILL) {
            throw new RuntimeException('no counts of ' . $task->name() . ' with ' . $size);
        }
    }

    private function count(mixed $value, string $label): void
    {
        foreach (['lyo_serialize', 'lyo_unserialize', 'igbinary_serialize', 'igbinary_unserialize'] as $function) {
            $argument = match ($function) {
                'lyo_unserialize' => lyo_serialize($value), // a fourth time: it was counted three times
                'igbinary_unserialize' => igbinary_serialize($value),
                default => $value,
            };
            foreach (Task::OPERATIONS[$function] as $operation) {
                if (!lyo_bench_count($function, [$argument], $label . $operation)) {
                    throw new RuntimeException('nothing counts: run under valgrind --tool=callgrind, with a lyo_bench.so that was built where valgrind\'s headers are');
                }
            }
        }
    }
}
