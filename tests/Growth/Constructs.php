<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Growth;

use Closure;
use InvalidArgumentException;

/** The constructs that values are made of, in any size: each returns parts that have about n cells together. */
final class Constructs
{
    /** @return array<string, Closure(int): list<mixed>> by name */
    public static function all(): array
    {
        return [...Leaves::all(), ...Maps::all(), ...Tables::all(), ...Repeats::all(), ...Objects::all(), ...References::all()];
    }

    /**
     * The constructs that are used in pairs. Of constructs that run the same code with other content, only one is used.
     *
     * @return list<string>
     */
    public static function paired(): array
    {
        return [
            ...Leaves::PAIRED,
            ...Maps::PAIRED,
            ...Tables::PAIRED,
            ...Repeats::PAIRED,
            ...Objects::PAIRED,
            ...References::PAIRED,
        ];
    }

    /** @return list<mixed> */
    public static function parts(string $name, int $n): array
    {
        $make = self::all()[$name] ?? throw new InvalidArgumentException('there is no ' . $name);

        return $make($n);
    }

    /**
     * A value of some constructs, n cells in all: one after the other, or, mixed, in turns.
     *
     * @param list<string> $names
     * @return list<mixed>
     */
    public static function value(array $names, bool $mixed, int $n): array
    {
        $all = array_map(static fn(string $name): array => self::parts($name, intdiv($n, count($names))), $names);
        if (!$mixed) {
            return $all;
        }
        $value = [];
        $most = max([0, ...array_map(count(...), $all)]);
        for ($i = 0; $i < $most; $i++) {
            foreach ($all as $parts) {
                // as many turns for the one with few parts, over the whole length
                $from = intdiv($i * count($parts), $most);
                $to = intdiv(($i + 1) * count($parts), $most);
                for (; $from < $to; $from++) {
                    $value[] = $parts[$from];
                }
            }
        }

        return $value;
    }

    /**
     * @template T
     * @param Closure(int): T $make
     * @return list<T> for 0 to n - 1
     */
    public static function each(int $n, Closure $make): array
    {
        $list = [];
        for ($i = 0; $i < $n; $i++) {
            $list[] = $make($i);
        }

        return $list;
    }

    /**
     * Cuts a list into parts that can take turns with those of others.
     *
     * @template T
     * @param list<T> $cells
     * @return list<list<T>>
     */
    public static function cut(array $cells, int $size = 25): array
    {
        return array_chunk($cells, max(1, $size));
    }
}
