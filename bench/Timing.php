<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Closure;
use Lyo\Tools\Measure\Codec;

/** Sizes, times and memory of one value with every codec. */
final class Timing
{
    /** Operations. A task is called "codec operation". */
    public const ENCODE = 'encode'; // a value as unserialize() made it

    public const BUILT = 'built'; // encoding a value as an application builds it

    public const DECODE = 'decode';

    public const COPY = 'copy'; // lyo_bench_copy() of what lyo decodes

    public const OWN_KEYS = 'copy with keys';

    /** @var array<string, list<Task>> by operation */
    private array $tasks = [];

    /**
     * @param list<string> $operations
     * @param int $times how many values like this one are encoded or decoded in one go
     */
    public function __construct(
        private readonly Subject $subject,
        array $operations,
        private readonly int $times = 1,
    ) {
        // A value in memory that others have freed takes up to a third longer to walk than one in new memory. So all values are made in
        // new memory, and none after a temporary value, whose memory it would reuse: values as unserialize() makes them come first.
        lyo_bench_settle();
        $codecs = $subject->codecs();
        shuffle($codecs);
        foreach (array_intersect([self::ENCODE, self::COPY, self::BUILT, self::DECODE], $operations) as $operation) {
            match ($operation) {
                self::COPY => $this->copies(),
                default => array_walk($codecs, fn(Codec $codec) => $this->codec($codec, $operation)),
            };
        }
        lyo_bench_unsettle();
    }

    private function codec(Codec $codec, string $operation): void
    {
        $bytes = $this->subject->bytes[$codec->name];
        match ($operation) {
            self::ENCODE => $this->task($codec->name, $operation, $codec->encode, $this->subject->fresh(...), $codec->encodeArguments),
            self::BUILT => $this->task($codec->name, $operation, $codec->encode, fn(): mixed => lyo_bench_build($this->subject->fresh()), $codec->encodeArguments),
            default => $this->task($codec->name, $operation, $codec->decode, static fn(): string => substr($bytes . ' ', 0, -1), $codec->decodeArguments),
        };
    }

    private function copies(): void
    {
        if ($this->subject->canBeCopied()) {
            $decoded = fn(): mixed => Codec::named('lyo')->decode($this->subject->bytes['lyo']);
            $this->task(self::COPY, self::DECODE, 'lyo_bench_copy', $decoded, []);
            $this->task(self::OWN_KEYS, self::DECODE, 'lyo_bench_copy', $decoded, [true]);
        }
    }

    /**
     * @param Closure(): mixed $first makes the first argument, for each call a copy of its own
     * @param list<mixed> $others
     */
    private function task(string $codec, string $operation, string $function, Closure $first, array $others): void
    {
        $calls = [];
        for ($i = 0; $i < $this->times; $i++) {
            $calls[] = [$first(), ...$others];
        }
        $this->tasks[$operation][] = new Task($codec . ' ' . $operation, $function, $calls, $this->subject->hasCycles);
    }

    /**
     * Rounds in which each task of each value has a turn, in a new order each time. So a busy moment of the machine, and the
     * state of the heap after a task, affect all of them.
     *
     * @param list<self> $timings
     */
    public static function run(array $timings, int $rounds, int $slice): void
    {
        $tasks = array_merge(...array_map(static fn(self $timing): array => $timing->calibrate($slice), $timings));
        for ($round = 0; $round < $rounds; $round++) {
            shuffle($tasks);
            foreach ($tasks as $task) {
                $task->run();
            }
        }
    }

    /**
     * Gives each task of an operation the number of calls that the fastest of them makes in a turn.
     *
     * @return list<Task>
     */
    private function calibrate(int $slice): array
    {
        $all = [];
        foreach ($this->tasks as $tasks) {
            $times = array_map(static fn(Task $task): int => $task->calibrate($slice), $tasks);
            foreach ($tasks as $task) {
                $task->times = max(1, ...$times);
                $all[] = $task;
            }
        }

        return $all;
    }

    /** @return array<string, mixed> what a Measurement is made of */
    public function result(): array
    {
        $codecs = $times = [];
        foreach ($this->subject->codecs() as $codec) {
            $codecs[$codec->name] = $this->sizes($codec);
        }
        foreach (array_merge(...array_values($this->tasks)) as $task) {
            $times[$task->name] = $task->rounds;
        }

        return [
            'name' => $this->subject->name,
            'text' => strlen($this->subject->text),
            'census' => [...lyo_bench_census($this->subject->fresh()), 'hooks' => lyo_bench_hooks($this->subject->fresh())],
            'refused' => $this->subject->refused,
            'codecs' => $codecs,
            'times' => $times,
        ];
    }

    /** @return array<string, int> bytes */
    private function sizes(Codec $codec): array
    {
        $bytes = $this->subject->bytes[$codec->name];
        $arguments = [$bytes, ...$codec->decodeArguments];
        for ($i = 0; $i < 3; $i++) { // fill the caches
            lyo_bench_memory($codec->decode, $arguments);
        }
        $memory = lyo_bench_memory($codec->decode, $arguments);
        $built = [$this->subject->built($codec), ...$codec->decodeArguments];
        lyo_bench_memory($codec->decode, $built);
        $ofBuilt = lyo_bench_memory($codec->decode, $built)['result'];
        lyo_bench_memory($codec->encode, [lyo_bench_build($this->subject->fresh()), ...$codec->encodeArguments]);
        $value = lyo_bench_build($this->subject->fresh()); // unserialize() leaves objects a table of their properties
        $left = lyo_bench_memory($codec->encode, [$value, ...$codec->encodeArguments])['left'];
        gc_collect_cycles();

        return [
            'bytes' => strlen($bytes),
            'zlib' => strlen(zlib_encode($bytes, ZLIB_ENCODING_DEFLATE, 1) ?: ''),
            'memory' => $memory['result'],
            'built memory' => $ofBuilt,
            'peak' => $memory['peak'],
            'left' => $left,
        ];
    }
}
