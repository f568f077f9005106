<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Growth;

use Closure;
use Lyo\Tests\Growth\Model\Plain;

/** PHP references: number of groups, slots of each, and their places. One that occurs again too late makes the writer start again. */
final class References
{
    public const PAIRED = ['references', 'references in a chain of lists', 'references in a chain of rows'];

    /** @return array<string, Closure(int): list<mixed>> */
    public static function all(): array
    {
        return [
            'references' => static fn(int $n): array => self::chained($n, 1, 2, static fn(array $cells): array => ['a', ...$cells]),
            'a reference that is met again' => static function (int $n): array {
                $value = 'one';
                $parts = [];
                for ($i = 0; $i < $n; $i++) {
                    $parts[] = &$value;
                }

                return $parts;
            },
            'references to arrays' => static fn(int $n): array => self::arrays($n),
            'references to objects' => static function (int $n): array {
                $parts = [];
                for ($i = 0; $i < intdiv($n, 4); $i++) {
                    $object = new Plain($i);
                    $parts[] = [&$object, $object, &$object];
                    unset($object);
                }

                return $parts;
            },
            'references in a chain of lists' => static fn(int $n): array => self::chained($n, 2, 4, static fn(array $cells): array => [...$cells, 1, 2, 3]),
            'references in a chain of lists, backwards' => static fn(int $n): array => array_reverse(self::chained($n, 2, 4, static fn(array $cells): array => [...$cells, 1, 2, 3])),
            'references in a chain of rows' => static fn(int $n): array => self::chained($n, 2, 12, self::table(...)),
            'references in a chain of rows, backwards' => static fn(int $n): array => array_reverse(self::chained($n, 2, 12, self::table(...))),
            'references to rows' => static fn(int $n): array => self::rows($n),
            'a list that holds itself' => static function (int $n): array {
                $parts = [];
                for ($i = 0; $i < intdiv($n, 4); $i++) {
                    $list = [$i, 'x'];
                    $list[] = &$list;
                    $parts[] = &$list;
                    unset($list);
                }

                return $parts;
            },
        ];
    }

    /**
     * Groups of two slots each, of which the part in between has one of its own and one of the next, or both.
     *
     * @param int $of    groups in a part
     * @param int $cells that a part counts as
     * @param Closure(list<mixed>): list<mixed> $part of its slots
     * @return list<mixed>
     */
    private static function chained(int $n, int $of, int $cells, Closure $part): array
    {
        $count = max(1, intdiv($n, $cells));
        $values = range(1, $count + 1);
        $parts = [];
        for ($i = 0; $i < $count; $i++) {
            $slots = [&$values[$i]];
            if ($of === 1) {
                $slots[] = &$values[$i];
            } else {
                $slots[] = &$values[$i + 1];
            }
            $parts[] = $part($slots);
        }

        return $parts;
    }

    /**
     * A table whose first rows have these slots.
     *
     * @param list<mixed> $slots
     * @return list<mixed>
     */
    private static function table(array $slots): array
    {
        $table = array_fill(0, 9, ['id' => 1, 'x' => 2]);
        $table[0]['x'] = &$slots[0];
        $table[5]['x'] = &$slots[1];

        return $table;
    }

    /** @return list<mixed> */
    private static function arrays(int $n): array
    {
        $parts = [];
        for ($i = 0; $i < intdiv($n, 4); $i++) {
            $array = ['id' => $i, 'x' => "v$i"];
            $parts[] = [&$array, 1];
            $parts[] = &$array;
            unset($array);
        }

        return $parts;
    }

    /** @return list<mixed> tables some of whose rows are PHP references, which the next table has, too */
    private static function rows(int $n): array
    {
        $parts = [];
        $shared = ['id' => 0, 'x' => 0];
        for ($i = 0; $i < intdiv($n, 20); $i++) {
            $own = ['id' => $i, 'x' => 3];
            $table = array_fill(0, 9, ['id' => 1, 'x' => 2]);
            $table[2] = &$shared;
            $table[6] = &$own;
            $parts[] = $table;
            unset($shared);
            $shared = &$own;
            unset($own);
        }

        return $parts;
    }
}
