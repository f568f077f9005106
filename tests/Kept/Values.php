<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Kept;

/** Random values without objects. */
final class Values
{
    private const STRINGS = ['x', '', 'ab', 'some text', 'shared string', 'Zürich', '10', '1.5', 'id', 'name', 'k3'];

    public static function random(int $levels): mixed
    {
        $kind = mt_rand(0, $levels > 0 ? 12 : 6);
        return match ($kind) {
            0 => mt_rand(-5, 500),
            1 => mt_rand() / 7,
            2 => mt_rand(0, 1) === 1,
            3 => null,
            4 => self::STRINGS[mt_rand(0, count(self::STRINGS) - 1)],
            5 => str_repeat(chr(mt_rand(97, 122)), mt_rand(0, 40)),
            6 => 'k' . mt_rand(0, 20),
            7 => self::map($levels, static fn(int $i): int => $i),
            8, 9 => self::map($levels, static fn(): string => 'k' . mt_rand(0, 12)),
            10 => self::map($levels, static fn(): int => mt_rand(-3, 9)),
            11 => array_map(static fn(): array => ['id' => mt_rand(0, 99), 'name' => 'n' . mt_rand(0, 9), 'tags' => ['t1', 't' . mt_rand(0, 3)]], range(0, mt_rand(0, 5))),
            default => array_fill(0, mt_rand(1, 4), self::random($levels - 1)),
        };
    }

    /**
     * @param callable(int): array-key $key
     * @return array<mixed>
     */
    private static function map(int $levels, callable $key): array
    {
        $map = [];
        for ($i = 0, $n = mt_rand(0, 9); $i < $n; $i++) {
            $map[$key($i)] = self::random($levels - 1);
        }
        return $map;
    }
}
