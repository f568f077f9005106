<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Growth;

use Closure;

/** Arrays with keys. Two maps with the same keys side by side make the writer define them, however late. */
final class Maps
{
    public const PAIRED = ['a map with names', 'records', 'shapes', 'names with one fingerprint', 'names with one slot'];

    /** @return array<string, Closure(int): list<mixed>> */
    public static function all(): array
    {
        return [...self::large(), ...self::small(), ...self::shapes()];
    }

    /** @return array<string, Closure(int): list<mixed>> */
    private static function large(): array
    {
        return [
            'a map with ints' => static fn(int $n): array => [array_combine(array_map(static fn(int $i): int => $i * 7919, range(1, $n)), range(1, $n))],
            'a map with holes' => static fn(int $n): array => [array_filter(range(0, $n), static fn(int $i): bool => $i % 3 > 0)],
            'a map with names' => static fn(int $n): array => [self::map($n, Strings::number(...))],
            'a map with names of one beginning' => static fn(int $n): array => [self::map($n, Strings::beginning(...))],
            'a map with names of one fingerprint' => static fn(int $n): array => [self::map($n, Strings::sampled(...))],
            'a map with names and ints' => static fn(int $n): array => [array_combine(Constructs::each($n, static fn(int $i): int|string => $i % 2 > 0 ? $i : "k$i"), range(1, $n))],
            'a map of maps' => static fn(int $n): array => [array_combine(Constructs::each(intdiv($n, 2), Strings::number(...)), Constructs::each(intdiv($n, 2), static fn(int $i): array => ['id' => $i]))],
        ];
    }

    /** @return array<string, Closure(int): list<mixed>> */
    private static function small(): array
    {
        return [
            'records' => static fn(int $n): array => Constructs::each(intdiv($n, 4), static fn(int $i): array => ['id' => $i, 'name' => "name $i", 'state' => 'open', 'more' => ['x' => $i, 'y' => 1]]),
            'maps with ints' => static fn(int $n): array => Constructs::each(intdiv($n, 2), static fn(int $i): array => [$i + 5 => 1, $i + 9 => 2]),
            'maps with ints that differ in high bits' => static fn(int $n): array => Constructs::each(intdiv($n, 2), static fn(int $i): array => ['x' => 2, $i % 65536 << 48 => intdiv($i, 65536)]),
            'maps with pairs of ints that differ in high bits' => static fn(int $n): array => Constructs::each(intdiv($n, 2), static fn(int $i): array => [($i & 0xFF) << 52 | 1 => 1, ($i >> 8) << 40 | 2 => 2]),
            'maps with names of one hash' => static fn(int $n): array => Constructs::each(intdiv($n, 2), static fn(int $i): array => [Strings::hashed($i) => 1, 'x' => 2]),
            'maps with long names of one hash' => static fn(int $n): array => Constructs::each(intdiv($n, 2), static fn(int $i): array => [Strings::hashedLong($i) => 1, 'x' => 2]),
            'maps with long names that differ near the end' => static fn(int $n): array => array_map(static fn(string $long): array => [$long => 1, 'x' => 2], Strings::nearlySame($n, intdiv($n, 2))),
            'maps with long names that are equal' => static fn(int $n): array => array_map(static fn(string $long): array => [$long => 1, 'x' => 2], Strings::equal($n, intdiv($n, 2))),
            'maps of lists with long names that differ near the end' => static fn(int $n): array => array_map(static fn(string $long): array => [$long => [1]], Strings::nearlySame($n, intdiv($n, 2))),
            'shapes of one map each' => static fn(int $n): array => Constructs::each(intdiv($n, 2), static fn(int $i): array => ['id' => 1, 'k' . Strings::number($i) => 2]),
        ];
    }

    /** @return array<string, Closure(int): list<mixed>> */
    private static function shapes(): array
    {
        return [
            'shapes' => static fn(int $n): array => self::twice($n, 2, static fn(int $i): array => ['a' . Strings::number($i), 'b' . Strings::number($i)]),
            'shapes with another last key' => static fn(int $n): array => self::twice($n, 4, static fn(int $i): array => ['id', 'name', 'z' . Strings::number($i)]),
            'shapes with the same ends' => static fn(int $n): array => self::twice($n, 4, static fn(int $i): array => ['id', 'm' . Strings::number($i), 'name']),
            'shapes of 200 keys' => static fn(int $n): array => self::twice($n, 200, static fn(int $i): array => array_map(static fn(int $k): string => "k$i $k", range(1, 200))),
            'names with one beginning' => static fn(int $n): array => self::twice($n, 2, static fn(int $i): array => ['id', Strings::beginning($i)]),
            'names with one fingerprint' => static fn(int $n): array => self::twice($n, 2, static fn(int $i): array => ['id', Strings::sampled($i)]),
            'long names with one fingerprint' => static fn(int $n): array => self::twice($n, 4, static fn(int $i): array => ['id', Strings::sampledLong($i)]),
            'names with one hash' => static fn(int $n): array => self::twice($n, 2, static fn(int $i): array => ['id', Strings::hashed($i)]),
            'names with one slot' => static fn(int $n): array => self::twice($n, 2, static fn(int $i): array => ['id', Strings::oneSlot($i)]),
            'names in a row of slots' => static fn(int $n): array => self::twice($n, 2, static fn(int $i): array => ['id', Strings::slot($i)]),
        ];
    }

    /**
     * @param Closure(int): string $make
     * @return array<string, int>
     */
    private static function map(int $n, Closure $make): array
    {
        return array_combine(Constructs::each($n, $make), range(1, $n));
    }

    /**
     * Pairs of maps with the same keys, so many cells in all; a pair counts as $cells.
     *
     * @param Closure(int): list<string> $keys
     * @return list<mixed>
     */
    private static function twice(int $n, int $cells, Closure $keys): array
    {
        return Constructs::each(max(1, intdiv($n, $cells)), static function (int $i) use ($keys): array {
            $map = array_fill_keys($keys($i), 1);

            return [$map, $map];
        });
    }
}
