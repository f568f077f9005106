<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use RuntimeException;

/** Instructions of one value with every codec, counted by callgrind, which dumps each call under a label of its own. */
final readonly class Counting
{
    public const FREE = 'free'; // what decoding gave

    private const SEPARATOR = '|';

    /** @param list<string> $operations */
    public function __construct(private Subject $subject, private array $operations) {}

    public function count(): void
    {
        foreach ($this->subject->codecs() as $codec) {
            if (in_array(Timing::ENCODE, $this->operations, true)) {
                $this->call($codec->name, Timing::ENCODE, $codec->encode, [$this->subject->fresh(), ...$codec->encodeArguments]);
            }
            if (in_array(Timing::BUILT, $this->operations, true)) {
                $built = lyo_bench_build($this->subject->fresh());
                $this->call($codec->name, Timing::BUILT, $codec->encode, [$built, ...$codec->encodeArguments]);
            }
            if (in_array(Timing::DECODE, $this->operations, true)) {
                $this->call($codec->name, Timing::DECODE, $codec->decode, [$this->subject->bytes[$codec->name], ...$codec->decodeArguments]);
            }
        }
        if (in_array(Timing::COPY, $this->operations, true) && $this->subject->canBeCopied()) {
            $decoded = Codec::named('lyo')->decode($this->subject->bytes['lyo']);
            $this->call(Timing::COPY, Timing::DECODE, 'lyo_bench_copy', [$decoded]);
            $this->call(Timing::OWN_KEYS, Timing::DECODE, 'lyo_bench_copy', [$decoded, true]);
        }
    }

    /** @param list<mixed> $arguments */
    private function call(string $codec, string $operation, string $function, array $arguments): void
    {
        lyo_bench_time($function, $arguments, 3); // caches fill, the heap comes to rest
        gc_collect_cycles();
        $label = implode(self::SEPARATOR, [$this->subject->name, $codec, $operation]);
        if (!lyo_bench_count($function, $arguments, $label, $operation === Timing::DECODE)) {
            throw new RuntimeException('nothing counts: run under valgrind --tool=callgrind, with a lyo_bench.so that was built where valgrind\'s headers are');
        }
        gc_collect_cycles();
    }

    /**
     * Reads what callgrind has dumped into files of this name.
     *
     * @return array<string, array<string, int>> by name of the value, by "codec operation"
     */
    public static function read(string $files): array
    {
        $counts = [];
        foreach (glob($files . '.*') ?: [] as $file) {
            $text = (string) file_get_contents($file);
            if (preg_match('/^desc: Trigger: Client Request: (.*)$/m', $text, $trigger) !== 1 || preg_match('/^totals: (\d+)/m', $text, $total) !== 1) {
                continue; // what is dumped at the end of the process
            }
            $free = str_ends_with($trigger[1], ' ' . self::FREE);
            [$name, $codec, $operation] = explode(self::SEPARATOR, $free ? substr($trigger[1], 0, -strlen(' ' . self::FREE)) : $trigger[1]) + ['', '', ''];
            $counts[$name][$codec . ' ' . ($free ? self::FREE : $operation)] = (int) $total[1];
        }

        return $counts;
    }
}
