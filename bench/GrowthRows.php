<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

/** Lists of so many rows, of 20 cells each. */
final class GrowthRows
{
    public const COUNTS = [50, 100, 200, 400, 800, 1600, 3200, 6400];

    public const ALIKE = 'alike';

    public const DISTINCT = 'distinct';

    public const KINDS = [self::ALIKE, self::DISTINCT];

    /** @return iterable<string, list<array<string, mixed>>> by name: kind-count */
    public static function all(): iterable
    {
        foreach (self::KINDS as $kind) {
            foreach (self::COUNTS as $count) {
                yield "$kind-$count" => $kind === self::ALIKE ? self::alike($count) : self::distinct($count);
            }
        }
    }

    /** @return list<array<string, string>> in which each row is as the one before: what such a codec does once, it does once */
    public static function alike(int $count): array
    {
        return array_map(static function (): array {
            $row = [];
            for ($cell = 0; $cell < 20; $cell++) {
                $row["item$cell"] = "content $cell";
            }

            return $row;
        }, range(1, $count));
    }

    /** @return list<array<string, int|float|string|bool|null>> in which each row has strings and numbers of its own */
    public static function distinct(int $count): array
    {
        return array_map(static function (int $number): array {
            $row = [];
            for ($cell = 0; $cell < 4; $cell++) {
                $row += [
                    "id$cell" => $number * 4 + $cell,
                    "name$cell" => "name $number of $cell",
                    "state$cell" => ['open', 'closed', 'waiting'][($number + $cell) % 3],
                    "price$cell" => $number * 1.25 + $cell,
                    "note$cell" => $number % 2 === 0 ? null : $cell > 1,
                ];
            }

            return $row;
        }, range(1, $count));
    }
}
