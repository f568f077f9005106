<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Growth;

use Closure;

/** Arrays that are equal to earlier ones, in tables of their own or in one, and arrays that nearly are. */
final class Repeats
{
    public const PAIRED = ['equal maps', 'runs', 'lists that differ in the last value', 'nests that differ inside'];

    /** @return array<string, Closure(int): list<mixed>> */
    public static function all(): array
    {
        return [...self::equal(), ...self::nearly()];
    }

    /** @return array<string, Closure(int): list<mixed>> */
    private static function equal(): array
    {
        $map = static fn(int $i): array => ['type' => 'a type', 'kind' => $i, 'open' => $i > 0, 'tags' => ['x', 'y']];
        $one = $map(1);

        return [
            // a map between two equal ones, so that there are no runs
            'equal maps' => static fn(int $n): array => Constructs::each(intdiv($n, 8), static fn(int $i): array => $map($i % 3)),
            'maps of one table' => static fn(int $n): array => Constructs::each(intdiv($n, 8), static fn(int $i): array => ['id' => $i, 'map' => $one]),
            'equal lists in properties' => static fn(int $n): array => Constructs::each(intdiv($n, 8), static fn(int $i): object => (object) ['id' => $i, 'list' => [1, 2, 3], 'more' => ['x', $i % 5]]),
            'runs' => static fn(int $n): array => Constructs::each(intdiv($n, 60), static fn(int $t): array => Constructs::each(12, static fn(int $i): array => $map($t + intdiv($i, 6)))),
            'runs of one table' => static fn(int $n): array => Constructs::each(intdiv($n, 60), static fn(int $t): array => array_fill(0, 12, $one)),
            'one run' => static fn(int $n): array => [array_fill(0, intdiv($n, 5), $one)],
            'runs of large arrays' => static fn(int $n): array => Constructs::each(intdiv($n, 1000), static fn(int $t): array => Constructs::each(10, static fn(int $i): array => [$t, ...range(1, 99)])),
        ];
    }

    /** @return array<string, Closure(int): list<mixed>> */
    private static function nearly(): array
    {
        return [
            'lists that differ in the last value' => static fn(int $n): array => Constructs::each(intdiv($n, 30), static fn(int $i): array => [...array_fill(0, 29, 'x'), $i]),
            'long lists that differ in the last value' => static fn(int $n): array => Constructs::each(intdiv($n, 500), static fn(int $i): array => [...array_map(strval(...), range(1, 499)), $i]),
            'nests that differ inside' => static fn(int $n): array => Constructs::each(intdiv($n, 40), static fn(int $i): array => self::nest(9, $i)),
            'nests that are too deep' => static fn(int $n): array => Constructs::each(intdiv($n, 200), static fn(int $i): array => self::nest(60, 7)),
            'pairs of pairs' => static fn(int $n): array => Constructs::each(intdiv($n, 64), static fn(int $i): array => self::pairs(5)),
            'lists of lists that begin alike' => static fn(int $n): array => Constructs::each(intdiv($n, 48), static fn(int $t): array => Constructs::each(12, static fn(int $i): array => ['a', 'b', [$t, $i]])),
        ];
    }

    /** @return list<mixed> */
    private static function nest(int $levels, int $inside): array
    {
        $nest = [$inside, 1];
        for ($i = 1; $i < $levels; $i++) {
            $nest = [$nest, 'x', 1];
        }

        return $nest;
    }

    /** @return list<mixed> */
    private static function pairs(int $levels): array
    {
        return $levels === 0 ? ['a', 'b'] : [self::pairs($levels - 1), self::pairs($levels - 1)];
    }
}
