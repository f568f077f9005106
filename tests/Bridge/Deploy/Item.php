<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Deploy;

use DateTimeImmutable;

/** Values that can be checked: everything in them follows from the number of the item and the random number of its author. */
final class Item
{
    public const COUNT = 500;

    public static function make(int $number, int $draw): mixed
    {
        $state = ['number' => $number, 'draw' => $draw, 'check' => md5("$number $draw")];
        return match ($number % 5) {
            0 => $state,
            1 => ['rows' => array_map(static fn(int $i): array => $state + ['row' => $i, 'price' => $i / 4], range(1, 10))] + $state,
            2 => [(object) $state, new DateTimeImmutable('@' . $draw % 2_000_000_000)],
            3 => "$number $draw " . md5("$number $draw"),
            default => new self($number, $draw),
        };
    }

    public static function isWhole(mixed $value, int $number): bool
    {
        $draw = match (true) {
            is_string($value) => (int) explode(' ', $value . ' 0')[1],
            $value instanceof self => $value->draw,
            is_array($value) && is_int($value['draw'] ?? null) => $value['draw'],
            is_array($value) && is_object($value[0] ?? null) => ((array) $value[0])['draw'] ?? 0,
            default => 0,
        };
        return is_int($draw) && serialize($value) === serialize(self::make($number, $draw));
    }

    private function __construct(public int $number, public int $draw) {}
}
