<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Lyo\Tools\Measure\Codec;
use Lyo\Tools\Measure\Statistics;

/**
 * All figures of one value: sizes and memory, times by round, counts of instructions. The names of figures are "encode",
 * "built", "decode", "free", "bytes", "zlib", "memory" of what was decoded, "built memory" (the same, of what was encoded as an
 * application builds it), "peak" and "left". The prefix "cold " means: with the shape cache off.
 * The prefix "ir " means: instructions. "cold ir decode" is both.
 */
final class Measurement
{
    public const COLD = 'cold ';

    public const IR = 'ir ';

    /** @var array<string, list<float>> by "codec figure": nanoseconds of one call in each round */
    private array $times = [];

    /** @var array<string, int> by "codec figure" */
    private array $numbers = [];

    /** @var array<string, int> of lyo_bench_census(), and calls of lyo_bench_hooks() */
    private array $census = [];

    public function __construct(
        public readonly string $name,
        public readonly string $application,
        public readonly int $text,
    ) {}

    /**
     * Adds the output of a worker.
     *
     * @param array<string, mixed> $result
     */
    public function add(array $result, bool $cold): void
    {
        $prefix = $cold ? self::COLD : '';
        foreach (self::map($result['times'] ?? null) as $task => $rounds) {
            [$codec, $figure] = self::split($task);
            $this->times[$codec . ' ' . $prefix . $figure] = array_values(array_map(floatval(...), array_filter(self::map($rounds), is_numeric(...))));
        }
        foreach (self::map($result['codecs'] ?? null) as $codec => $figures) {
            foreach (self::map($figures) as $figure => $number) {
                $this->numbers[$codec . ' ' . $prefix . $figure] = is_int($number) ? $number : 0;
            }
        }
        foreach (self::map($result['counts'] ?? null) as $task => $number) {
            [$codec, $figure] = self::split($task);
            $this->numbers[$codec . ' ' . $prefix . self::IR . $figure] = is_int($number) ? $number : 0;
        }
        foreach (self::map($result['census'] ?? null) as $what => $number) {
            $this->census[$what] = is_int($number) ? $number : 0;
        }
    }

    /** Nanoseconds (the median), bytes or instructions; null if it was not measured. */
    public function figure(string $codec, string $figure): ?float
    {
        $key = $codec . ' ' . $figure;
        if (isset($this->times[$key])) {
            return Statistics::median($this->times[$key]);
        }

        return isset($this->numbers[$key]) ? (float) $this->numbers[$key] : null;
    }

    /** A codec's figure divided by that of another codec. For times this is the median of the ratios of the rounds. */
    public function ratio(string $codec, string $base, string $figure): ?float
    {
        $ours = $codec . ' ' . $figure;
        $theirs = $base . ' ' . $figure;
        if (isset($this->times[$ours], $this->times[$theirs])) {
            return Ratios::pairedRatio($this->times[$ours], $this->times[$theirs]);
        }
        $of = $this->numbers[$theirs] ?? 0;

        return isset($this->numbers[$ours]) && $of > 0 ? $this->numbers[$ours] / $of : null;
    }

    /** A figure of this value divided by that of another value, measured in the same rounds. */
    public function over(self $base, string $codec, string $figure): ?float
    {
        $key = $codec . ' ' . $figure;
        if (isset($this->times[$key], $base->times[$key])) {
            return Ratios::pairedRatio($this->times[$key], $base->times[$key]);
        }
        $of = $base->numbers[$key] ?? 0;

        return isset($this->numbers[$key]) && $of > 0 ? $this->numbers[$key] / $of : null;
    }

    /** So many of the value's "objects", "object_cells", "hooks" ... */
    public function counted(string $what): int
    {
        return $this->census[$what] ?? 0;
    }

    /**
     * Bytes that encoding leaves on the value. If a value has objects of PHP's own classes (dates, ArrayObject, ...) or hooks of
     * PHP code, bytes that serialize() leaves, too, do not count: these classes make a table of properties when they return their
     * state, and hooks may change their object or make such a table.
     */
    public function left(string $codec): ?float
    {
        $left = $this->figure($codec, 'left');
        $asked = $this->counted('opaque') + $this->counted('hooks') > 0;

        return $left === null || !$asked ? $left : max(0.0, $left - ($this->figure('native', 'left') ?? 0.0));
    }

    /** @return list<string> */
    public function codecs(): array
    {
        $codecs = [];
        foreach ([...array_keys($this->numbers), ...array_keys($this->times)] as $key) {
            $codecs[self::split($key)[0]] = true;
        }

        return array_keys($codecs);
    }

    /** @return array{string, string} codec ("igbinary again" is one), figure */
    private static function split(string $key): array
    {
        $pattern = '/^(' . Timing::OWN_KEYS . '|\w+(?:' . Codec::AGAIN . ')?) (.+)$/';

        return preg_match($pattern, $key, $match) === 1 ? [$match[1], $match[2]] : [$key, ''];
    }

    /** @return array<string, mixed> */
    private static function map(mixed $given): array
    {
        $map = [];
        foreach (is_array($given) ? $given : [] as $key => $value) {
            $map[(string) $key] = $value;
        }

        return $map;
    }
}
