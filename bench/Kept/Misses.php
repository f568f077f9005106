<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Kept;

use Lyo\Samples\Samples;
use RuntimeException;

/** Payloads that are not read again, or too seldom: what looking for them costs. Each case is counted in a process of its own, with kept values and without. */
final class Misses
{
    /** Each case: its limit and what may be added (a goal). */
    public const CASES = [
        'read once' => ['16M', 1.08],
        'read twice, one after the other' => ['16M', 1.12],
        'read twice, in turns' => ['16M', 1.12],
        'read three times, in turns' => ['16M', 1.15],
        'read four times, in turns' => ['16M', 1.15],
        'read ten times, in turns' => ['16M', null],
        '100,000 values of one user each, read once' => ['16M', 1.10],
        '100,000 values of one user each, read twice, in turns' => ['16M', 1.10],
        'a store that is full within one request' => ['400K', 1.12],
        '10,000 payloads of one size that agree in all samples, beside others of that size' => ['16M', 3.0],
    ];

    private const VARIANTS = 15;
    private const FEWEST_VALUES = 10;

    /** Counts one case. $label: what callgrind's dump is named. */
    public static function count(string $case, string $label): void
    {
        [$payloads, $times, $before] = match ($case) {
            'read once' => [self::variants(), 1, 0],
            'read twice, one after the other' => [self::repeated(self::variants(), 2), 1, 0],
            'read twice, in turns' => [self::variants(), 2, 0],
            'read three times, in turns' => [self::variants(), 3, 0],
            'read four times, in turns' => [self::variants(), 4, 0],
            'read ten times, in turns' => [self::variants(), 10, 0],
            '100,000 values of one user each, read once' => [self::users(), 1, 0],
            '100,000 values of one user each, read twice, in turns' => [self::users(), 2, 0],
            'a store that is full within one request' => [self::variants(), 6, 20],
            default => [self::alike(true), 1, 0],
        };
        self::read($payloads, $before);
        if (!lyo_bench_count(self::class . '::read', [$payloads, $times], $label . '|' . $case . '|')) {
            throw new RuntimeException('nothing counts: lyo_bench.so must be built where valgrind\'s headers are');
        }
        if ($case === array_key_last(self::CASES)) {
            lyo_bench_count(self::class . '::read', [self::alike(false), 1], "$label|others|");
        }
    }

    /** @param list<string> $payloads */
    public static function read(array $payloads, int $times): void
    {
        for ($i = 0; $i < $times; $i++) {
            foreach ($payloads as $payload) {
                lyo_unserialize($payload);
            }
        }
    }

    /** @return list<string> samples that are arrays without objects, of 300 bytes to 60 kB, in many variants each */
    private static function variants(): array
    {
        $payloads = [];
        $values = 0;
        foreach (Samples::names() as $name) {
            $value = Samples::get($name);
            $size = strlen(lyo_serialize($value));
            if (!is_array($value) || $size < 300 || $size > 60_000 || preg_match('/[;{][OCER]:\d/', serialize($value)) === 1) {
                continue;
            }
            $values++;
            for ($i = 0; $i < self::VARIANTS; $i++) {
                $payloads[] = lyo_serialize(['variant' => "$i of $name"] + $value);
            }
        }
        $values >= self::FEWEST_VALUES || throw new RuntimeException("only $values samples are arrays without objects");
        return $payloads;
    }

    /**
     * @param list<string> $payloads
     * @return list<string>
     */
    private static function repeated(array $payloads, int $times): array
    {
        return array_merge(...array_map(static fn(string $payload): array => array_fill(0, $times, $payload), $payloads));
    }

    /** @return list<string> */
    private static function users(): array
    {
        return array_map(static fn(int $i): string => lyo_serialize([
            'user' => $i, 'name' => "user number $i", 'mail' => "user$i@example.com", 'roles' => ['member', 'editor'], 'seen' => 1_700_000_000 + $i,
            'language' => 'en', 'zone' => 'Europe/Vienna', 'options' => ['per_page' => 20, 'order' => 'date', 'bar' => true], 'token' => hash('sha256', (string) $i),
        ]), range(1, 100_000));
    }

    /** @return list<string> payloads of one size. $agree: also in the bytes by which the store finds them. */
    private static function alike(bool $agree): array
    {
        $payloads = [];
        for ($i = 0; $i < 10_000; $i++) {
            $strings = array_map(static fn(int $n): string => str_pad("string $n of a payload ", 400, (string) $n), range(1, 8));
            $strings[5] = substr_replace($strings[5], sprintf('%05d', $i), 300, 5);
            $agree || $strings[0] = substr_replace($strings[0], sprintf('%05d', $i), 0, 5);
            $payloads[] = lyo_serialize($strings);
        }
        // lyo_values_hash(): 16 bytes at eight places, the same distance from one to the next.
        $samples = [];
        foreach ($payloads as $payload) {
            $size = strlen($payload);
            $places = array_map(static fn(int $n): int => $n < 4 ? $n * intdiv($size - 16, 7) : $size - 16 - ($n - 4) * intdiv($size - 16, 7), range(0, 7));
            $samples[implode('', array_map(static fn(int $place): string => substr($payload, $place, 16), $places)) . $size] = true;
        }
        count($samples) === ($agree ? 1 : 10_000) || throw new RuntimeException('payloads have other samples than they should');
        return $payloads;
    }
}
