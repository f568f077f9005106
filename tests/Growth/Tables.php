<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Growth;

use Closure;

/** Lists and maps of records with the same keys, which are written in columns. */
final class Tables
{
    public const PAIRED = ['rows', 'rows that are not all leaves', 'rows that end otherwise', 'rows without credit'];

    /** @return array<string, Closure(int): list<mixed>> */
    public static function all(): array
    {
        return [...self::columns(), ...self::forms()];
    }

    /** @return array<string, Closure(int): list<mixed>> */
    private static function columns(): array
    {
        return [
            'rows' => static fn(int $n): array => self::tables($n, static fn(int $i): array => ['id' => $i, 'name' => "name $i", 'state' => ['open', 'closed'][$i % 2], 'rank' => $i % 7]),
            'dictionary columns' => static fn(int $n): array => self::tables($n, static fn(int $i): array => ['a' => 'word ' . $i % 50, 'b' => ['x', 'yy', 'zzz'][$i % 3], 'c' => 'v' . intdiv($i, 4), 'd' => 1]),
            'columns with nulls' => static fn(int $n): array => self::tables($n, static fn(int $i): array => ['a' => $i % 2 > 0 ? null : $i, 'b' => $i % 5 > 0 ? "s$i" : null, 'c' => null, 'd' => $i % 3 > 0 ? 0.5 : null]),
            'columns of floats' => static fn(int $n): array => self::tables($n, static fn(int $i): array => ['a' => $i / 100, 'b' => sqrt($i), 'c' => 1.5, 'd' => $i % 9 / 4]),
            'columns of strings with one beginning' => static fn(int $n): array => self::tables($n, static fn(int $i): array => ['a' => Strings::beginning($i), 'b' => 1, 'c' => Strings::beginning(-$i), 'd' => true]),
            'columns of strings with one fingerprint' => static fn(int $n): array => self::tables($n, static fn(int $i): array => ['a' => Strings::sampled($i), 'b' => 1, 'c' => Strings::sampled($i % 20), 'd' => true]),
            'columns of all types' => static fn(int $n): array => self::tables($n, static fn(int $i): array => ['a' => [1, 'x', null, 0.5][$i % 4], 'b' => [true, 2, "s$i"][$i % 3], 'c' => [], 'd' => 1]),
            'rows of 60 columns' => static fn(int $n): array => Constructs::each(max(1, intdiv($n, 500)), static fn(int $t): array => Constructs::each(10, static fn(int $i): array => array_fill(1, 59, $i) + ['x' => $t])),
        ];
    }

    /** @return array<string, Closure(int): list<mixed>> */
    private static function forms(): array
    {
        return [
            'one table' => static fn(int $n): array => [Constructs::each(intdiv($n, 3), static fn(int $i): array => ['id' => $i, 'name' => "name $i", 'open' => $i % 2 > 0])],
            'maps of records' => static fn(int $n): array => array_map(static fn(array $table): array => array_combine(array_map(static fn(int $i): string => "key $i", array_keys($table)), $table), self::tables($n, static fn(int $i): array => ['id' => $i, 'name' => "name $i", 'x' => 1, 'y' => 2])),
            'rows that are not all leaves' => static fn(int $n): array => self::tables($n, static fn(int $i): array => ['id' => $i, 'name' => "name $i", 'tags' => ['x', "t$i"], 'open' => true]),
            'rows of one list' => static fn(int $n): array => [Constructs::each(intdiv($n, 4), static fn(int $i): array => ['id' => $i, 'list' => [['x' => 1, 'y' => $i], ['x' => 2, 'y' => 1]]])],
            'small tables' => static fn(int $n): array => Constructs::each(intdiv($n, 20), static fn(int $t): array => Constructs::each(10, static fn(int $i): array => ["a$t" => $i, "b$t" => "x$i"])),
            'rows that end otherwise' => static fn(int $n): array => Constructs::each(intdiv($n, 36), static fn(int $t): array => [...Constructs::each(12, static fn(int $i): array => ['id' => $i, 'name' => "name $t", 'x' => 1]), "end $t"]),
            'long tables that end otherwise' => static fn(int $n): array => Constructs::each(max(1, intdiv($n, 500)), static fn(int $t): array => [...Constructs::each(200, static fn(int $i): array => ['id' => $i, 'name' => "name $t $i"]), null]),
            'rows without credit' => self::withoutCredit(...),
        ];
    }

    /**
     * Tables of 12 rows of 4 cells.
     *
     * @param Closure(int): array<string, mixed> $row
     * @return list<list<array<string, mixed>>>
     */
    private static function tables(int $n, Closure $row): array
    {
        return Constructs::each(max(1, intdiv($n, 48)), static fn(int $t): array => Constructs::each(12, static fn(int $i): array => $row($t * 12 + $i)));
    }

    /**
     * Many strings; then columns of one byte for many cells, until the credit of all bytes so far is used up. So there is no credit for the compact columns of
     * later tables. Each of these has a new string, after a known one, so that the writer looks for it.
     *
     * @return list<mixed>
     */
    private static function withoutCredit(int $n): array
    {
        $parts = Constructs::each(intdiv($n, 16), static fn(int $i): array => ['known', Strings::beginning($i)]);
        for ($i = 0; $i < max(2, intdiv($n, 1000)); $i++) {
            $parts[] = Constructs::each(1024, static fn(int $j): array => ['a' => $i * 1024 + $j]);
        }
        for ($i = 0; $i < intdiv($n, 128); $i++) {
            $parts[] = 'known';
            $parts[] = Constructs::each(24, static fn(int $j): array => ['a' => 't' . Strings::number($i), 'b' => $j]);
        }

        return $parts;
    }
}
