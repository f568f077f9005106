<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

/** Sizes, times and memory of one value with every codec. */
final class Timing
{
    /** Operations. A task is called "codec operation". */
    public const ENCODE = 'encode'; // a value as unserialize() made it

    public const BUILT = 'built'; // encoding a value as an application builds it

    public const DECODE = 'decode';

    public const COPY = 'copy'; // lyo_bench_copy() of what lyo decodes

    public const OWN_KEYS = 'copy with keys';

    /** @var list<Task> */
    private array $tasks = [];

    /** @param list<string> $operations */
    public function __construct(
        private readonly Subject $subject,
        private readonly array $operations,
        private readonly int $rounds,
        private readonly int $slice,
    ) {
        foreach ($subject->codecs() as $codec) {
            $this->codec($codec);
        }
        if ($this->has(self::COPY) && $subject->canBeCopied()) {
            $decoded = Codec::named('lyo')->decode($subject->bytes['lyo']);
            $this->tasks[] = new Task(self::COPY . ' ' . self::DECODE, 'lyo_bench_copy', [$decoded]);
            $this->tasks[] = new Task(self::OWN_KEYS . ' ' . self::DECODE, 'lyo_bench_copy', [$decoded, true]);
        }
    }

    private function has(string $operation): bool
    {
        return in_array($operation, $this->operations, true);
    }

    private function codec(Codec $codec): void
    {
        if ($this->has(self::ENCODE)) {
            $this->tasks[] = new Task($codec->name . ' ' . self::ENCODE, $codec->encode, [$this->subject->fresh(), ...$codec->encodeArguments]);
        }
        if ($this->has(self::BUILT)) {
            $built = lyo_bench_build($this->subject->fresh());
            $this->tasks[] = new Task($codec->name . ' ' . self::BUILT, $codec->encode, [$built, ...$codec->encodeArguments]);
        }
        if ($this->has(self::DECODE)) {
            $this->tasks[] = new Task($codec->name . ' ' . self::DECODE, $codec->decode, [$this->subject->bytes[$codec->name], ...$codec->decodeArguments]);
        }
    }

    /** @return array<string, mixed> what a Measurement is made of */
    public function measure(): array
    {
        $codecs = [];
        foreach ($this->subject->codecs() as $codec) {
            $codecs[$codec->name] = $this->sizes($codec);
        }

        return [
            'name' => $this->subject->name,
            'text' => strlen($this->subject->text),
            'census' => lyo_bench_census($this->subject->fresh()),
            'refused' => $this->subject->refused,
            'codecs' => $codecs,
            'times' => $this->times(),
        ];
    }

    /** @return array{bytes: int, zlib: int, memory: int, peak: int, left: int} */
    private function sizes(Codec $codec): array
    {
        $bytes = $this->subject->bytes[$codec->name];
        $arguments = [$bytes, ...$codec->decodeArguments];
        for ($i = 0; $i < 3; $i++) { // caches fill
            lyo_bench_memory($codec->decode, $arguments);
        }
        $memory = lyo_bench_memory($codec->decode, $arguments);
        lyo_bench_memory($codec->encode, [lyo_bench_build($this->subject->fresh()), ...$codec->encodeArguments]);
        $value = lyo_bench_build($this->subject->fresh()); // unserialize() leaves objects a table of their properties
        $left = lyo_bench_memory($codec->encode, [$value, ...$codec->encodeArguments])['left'];
        gc_collect_cycles();

        return [
            'bytes' => strlen($bytes),
            'zlib' => strlen(zlib_encode($bytes, ZLIB_ENCODING_DEFLATE, 1) ?: ''),
            'memory' => $memory['result'],
            'peak' => $memory['peak'],
            'left' => $left,
        ];
    }

    /**
     * Rounds in which all tasks have their turn, in another order each time: a busy moment of the machine, and the state in
     * which one leaves the heap, hit all of them.
     *
     * @return array<string, list<float>>
     */
    private function times(): array
    {
        foreach ($this->tasks as $task) {
            $task->calibrate($this->slice);
        }
        for ($round = 0; $round < $this->rounds; $round++) {
            shuffle($this->tasks);
            foreach ($this->tasks as $task) {
                $task->run();
                gc_collect_cycles();
            }
        }

        return array_column(array_map(static fn(Task $task): array => ['name' => $task->name, 'rounds' => $task->rounds], $this->tasks), 'rounds', 'name');
    }
}
