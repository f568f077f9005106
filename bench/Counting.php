<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Lyo\Tools\Measure\Codec;
use RuntimeException;

/** Instructions of one value with every codec, counted by callgrind, which dumps each call under a label of its own. */
final readonly class Counting
{
    public const FREE = 'free'; // freeing the decoded value

    private const SEPARATOR = '|';

    /** @var array<string, mixed> by "codec operation": what will be encoded */
    private array $sources;

    private Subject $subject;

    /**
     * @param list<Codec> $codecs
     * @param list<string> $operations
     */
    public function __construct(string $name, string $text, array $codecs, private array $operations)
    {
        // Before any codec is called, so that addresses in memory do not depend on what is measured. They change counts by up to 7 %: an
        // encoder may look up objects by address, and a buffer can or cannot grow in place.
        $sources = [];
        foreach ($codecs as $codec) {
            $sources[$codec->name . ' ' . Timing::ENCODE] = unserialize($text);
            $sources[$codec->name . ' ' . Timing::BUILT] = lyo_bench_build(unserialize($text));
        }
        $this->sources = $sources;
        $this->subject = new Subject($name, $text, $codecs);
    }

    /** @return array<string, mixed> what can be told of the value here; the counts are in callgrind's files */
    public function count(): array
    {
        foreach ($this->subject->codecs() as $codec) {
            foreach (array_intersect([Timing::ENCODE, Timing::BUILT], $this->operations) as $operation) {
                $this->call($codec->name, $operation, $codec->encode, [$this->sources[$codec->name . ' ' . $operation], ...$codec->encodeArguments]);
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

        return ['name' => $this->subject->name, 'text' => strlen($this->subject->text), 'hash' => hash('xxh64', $this->subject->text), 'refused' => $this->subject->refused];
    }

    /** @param list<mixed> $arguments */
    private function call(string $codec, string $operation, string $function, array $arguments): void
    {
        lyo_bench_time($function, $arguments, 3); // fill the caches, and let the heap settle
        gc_collect_cycles();
        $label = implode(self::SEPARATOR, [$this->subject->name, $codec, $operation]);
        if (!lyo_bench_count($function, $arguments, $label, $operation === Timing::DECODE)) {
            throw new RuntimeException('nothing counts: run under valgrind --tool=callgrind, with a lyo_bench.so that was built where valgrind\'s headers are');
        }
        gc_collect_cycles();
    }

    /**
     * Reads the dumps of callgrind in files whose names begin with a prefix.
     *
     * @return array<string, array<string, array{total: int, functions: array<string, int>}>> by name of the value, by "codec operation"
     */
    public static function read(string $files): array
    {
        $counts = [];
        foreach (glob($files . '*') ?: [] as $file) {
            $text = (string) file_get_contents($file);
            if (preg_match('/^desc: Trigger: Client Request: (.*)$/m', $text, $trigger) !== 1 || preg_match('/^totals: (\d+)/m', $text, $total) !== 1) {
                continue; // the dump at the end of the process
            }
            $free = str_ends_with($trigger[1], ' ' . self::FREE);
            [$name, $codec, $operation] = explode(self::SEPARATOR, $free ? substr($trigger[1], 0, -strlen(' ' . self::FREE)) : $trigger[1]) + ['', '', ''];
            $counts[$name][$codec . ' ' . ($free ? self::FREE : $operation)] = ['total' => (int) $total[1], 'functions' => self::functions($text)];
        }

        return $counts;
    }

    /** @return array<string, int> instructions of each function itself, without those that it calls */
    public static function functions(string $text): array
    {
        $functions = $names = [];
        $current = '';
        $called = false; // the next line has the cost of a call
        foreach (explode("\n", $text) as $line) {
            if (preg_match('/^(c?)fn=\((\d+)\)(?: (.*))?$/', $line, $match) === 1) {
                $names[$match[2]] ??= preg_replace("/'\\d+$/", '', $match[3] ?? ''); // f'2 is f, called recursively
                $current = $match[1] === '' ? $names[$match[2]] : $current;
            } elseif (str_starts_with($line, 'calls=')) {
                $called = true;
            } elseif (preg_match('/^[+*\d-]\d* (\d+)$/', $line, $match) === 1) {
                if (!$called) {
                    $functions[$current] = ($functions[$current] ?? 0) + (int) $match[1];
                }
                $called = false;
            }
        }

        return $functions;
    }
}
