<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Growth;

use Closure;

/** Numbers and strings in lists, and lists in lists. */
final class Leaves
{
    public const PAIRED = ['ints', 'strings that are new', 'strings with one beginning', 'strings with one fingerprint', 'strings with one hash', 'long strings with one hash', 'strings in a row of slots'];

    /** @return array<string, Closure(int): list<mixed>> */
    public static function all(): array
    {
        return [...self::numbers(), ...self::strings(), ...self::lists()];
    }

    /** @return array<string, Closure(int): list<mixed>> */
    private static function numbers(): array
    {
        return [
            'one list of ints' => static fn(int $n): array => [Constructs::each($n, static fn(int $i): int => $i * $i % 32749)],
            'ints' => static fn(int $n): array => Constructs::cut(Constructs::each($n, static fn(int $i): int => $i * $i % 65521)),
            'ints that are the same' => static fn(int $n): array => Constructs::cut(array_fill(0, $n, 7)),
            'ints of all sizes' => static fn(int $n): array => Constructs::cut(Constructs::each($n, static fn(int $i): int => 1 << $i % 62)),
            'decimal floats' => static fn(int $n): array => Constructs::cut(Constructs::each($n, static fn(int $i): float => $i / 100)),
            'wild floats' => static fn(int $n): array => Constructs::cut(Constructs::each($n, static fn(int $i): float => sqrt($i))),
            'floats that are the same' => static fn(int $n): array => Constructs::cut(array_fill(0, $n, 0.5)),
            'bools' => static fn(int $n): array => Constructs::cut(Constructs::each($n, static fn(int $i): bool => $i % 3 > 0)),
            'nulls' => static fn(int $n): array => Constructs::cut(array_fill(0, $n, null)),
            'leaves of all types' => static fn(int $n): array => Constructs::cut(Constructs::each($n, static fn(int $i): mixed => [null, $i, "x$i", $i / 4, true, [], ''][$i % 7])),
        ];
    }

    /** @return array<string, Closure(int): list<mixed>> */
    private static function strings(): array
    {
        return [
            'strings that were met' => static fn(int $n): array => self::looked($n, static fn(int $i): string => 'w' . Strings::number($i % 97)),
            'strings that are the same' => static fn(int $n): array => Constructs::cut(array_fill(0, $n, 'the same')),
            'strings that are new' => static fn(int $n): array => self::looked($n, Strings::number(...)),
            'strings that are not looked for' => static fn(int $n): array => Constructs::cut(Constructs::each($n, static fn(int $i): string => 'n' . Strings::number($i))),
            'strings with one beginning' => static fn(int $n): array => self::looked($n, Strings::beginning(...)),
            'strings with one end' => static fn(int $n): array => self::looked($n, Strings::ending(...)),
            'strings with one fingerprint' => static fn(int $n): array => self::looked($n, Strings::sampled(...)),
            'long strings with one fingerprint' => static fn(int $n): array => self::looked(intdiv($n, 2), Strings::sampledLong(...)),
            'strings with one hash' => static fn(int $n): array => self::looked($n, Strings::hashed(...)),
            'long strings with one hash' => static fn(int $n): array => self::looked($n, Strings::hashedLong(...)),
            'strings in a row of slots' => static fn(int $n): array => self::looked($n, Strings::slot(...)),
            'strings with one slot' => static fn(int $n): array => self::looked($n, Strings::oneSlot(...)),
            'strings of 2 kB' => static fn(int $n): array => self::looked(intdiv($n, 40), static fn(int $i): string => Strings::number($i) . str_repeat('long ', 400)),
            'strings of 2 kB with one beginning' => static fn(int $n): array => self::looked(intdiv($n, 40), static fn(int $i): string => str_repeat('long ', 400) . Strings::number($i)),
            'strings of 4 kB with one beginning' => static fn(int $n): array => Constructs::cut(Constructs::each(intdiv($n, 16), static fn(int $i): string => str_repeat('long ', 820) . Strings::number($i))),
            'one long string' => static fn(int $n): array => [str_repeat('long ', $n)],
            'long strings that differ near the end' => static fn(int $n): array => Constructs::cut(Strings::nearlySame($n, $n)),
            'long strings that differ near the end, and ints' => static fn(int $n): array => array_map(static fn(string $long): array => [$long, 1, 2], Strings::nearlySame($n, intdiv($n, 3))),
            'long strings that are equal' => static fn(int $n): array => Constructs::cut(Strings::equal($n, $n)),
            'empty strings' => static fn(int $n): array => Constructs::cut(array_fill(0, $n, '')),
        ];
    }

    /** @return array<string, Closure(int): list<mixed>> */
    private static function lists(): array
    {
        return [
            'vectors without credit' => static fn(int $n): array => Constructs::each(intdiv($n, 16), static fn(): array => array_fill(0, 16, true)),
            'lists in lists' => static fn(int $n): array => Constructs::each(intdiv($n, 3), static fn(int $i): array => [[$i, ['x']]]),
            'lists of no elements' => static fn(int $n): array => Constructs::cut(array_fill(0, $n, [])),
            'lists of one list' => static function (int $n): array {
                $shared = [1, 'two', [3.5, null]];

                return Constructs::cut(array_fill(0, $n, $shared));
            },
            'lists 500 levels deep' => static fn(int $n): array => Constructs::each(max(1, intdiv($n, 500)), static fn(int $i): mixed => array_reduce(range(1, 500), static fn(mixed $inner): array => [$inner], $i)),
        ];
    }

    /**
     * Strings among which one comes again and again: so the others are looked for, too.
     *
     * @param Closure(int): string $make
     * @return list<list<string>>
     */
    private static function looked(int $n, Closure $make): array
    {
        return Constructs::cut(Constructs::each($n, static fn(int $i): string => $i % 12 === 0 ? 'known' : $make($i)));
    }
}
