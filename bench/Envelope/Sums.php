<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Envelope;

use function intdiv;

/** Bytes and times of values in each form. Times are medians of interleaved rounds. */
final class Sums
{
    /** Upper ends of classes of size, in bytes of serialize() text. */
    public const SIZES = ['below 512 B' => 512, '0.5 to 2 kB' => 2048, '2 to 16 kB' => 16 << 10, 'from 16 kB' => PHP_INT_MAX];

    /** @var array<string, int> values by class */
    public array $values = [];
    /** @var array<string, array<string, array<string, array{int, float, float}>>> class, compressor, codec: bytes, nanoseconds of encoding, of decoding */
    public array $sums = [];
    /** @var array<string, array<string, array<string, float>>> class, compressor, codec: sum of each value's part of its serialize() text */
    public array $parts = [];

    /** @param list<Form> $forms */
    public function __construct(private readonly array $forms, private readonly int $rounds) {}

    public static function classOf(int $bytes): string
    {
        foreach (self::SIZES as $class => $end) {
            if ($bytes < $end) {
                return $class;
            }
        }

        return '';
    }

    /**
     * @param list<string> $classes what the value counts for
     * @param list<Form>|null $forms instead of those of all values
     */
    public function add(mixed $value, int $native, array $classes, ?array $forms = null): void
    {
        $data = $times = [];
        $forms ??= $this->forms;
        foreach ($forms as $i => $form) {
            $data[$i] = $form->encode($value);
            $times[$i] = [[], []];
        }
        $repeats = max(1, min(20, intdiv(20_000, $native)));
        for ($round = 0; $round < $this->rounds; $round++) {
            foreach ($forms as $i => $form) {
                if ($form->timed) {
                    [$times[$i][0][], $times[$i][1][]] = $form->time($value, $data[$i], $repeats);
                }
            }
        }
        foreach ($classes as $class) {
            $this->values[$class] = ($this->values[$class] ?? 0) + 1;
            foreach ($forms as $i => $form) {
                $sum = $this->sums[$class][$form->compressor][$form->codec] ?? [0, 0.0, 0.0];
                $this->sums[$class][$form->compressor][$form->codec] = [$sum[0] + strlen($data[$i]), $sum[1] + self::median($times[$i][0]), $sum[2] + self::median($times[$i][1])];
                $this->parts[$class][$form->compressor][$form->codec] = ($this->parts[$class][$form->compressor][$form->codec] ?? 0.0) + strlen($data[$i]) / $native;
            }
        }
    }

    /** @param list<float> $times NAN if there are none */
    private static function median(array $times): float
    {
        sort($times);

        return $times[intdiv(count($times), 2)] ?? NAN;
    }
}
