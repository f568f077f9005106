<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

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
        foreach (Source::at($this->job->corpus)->texts($this->job->application, $this->job->wants(...)) as $name => $text) {
            if ($index++ % $this->job->parts === $this->job->part) {
                $this->value(new Subject($name, $text, $codecs));
                gc_collect_cycles();
            }
        }
    }

    private function value(Subject $subject): void
    {
        if ($this->job->mode === Job::COUNT) {
            (new Counting($subject, $this->job->operations))->count();
            $result = ['name' => $subject->name, 'text' => strlen($subject->text), 'refused' => $subject->refused];
        } else {
            $result = (new Timing($subject, $this->job->operations, $this->job->rounds, $this->job->slice))->measure();
        }
        echo json_encode($result, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES), "\n";
    }
}
