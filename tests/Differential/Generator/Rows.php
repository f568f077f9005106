<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential\Generator;

use Closure;
use Lyo\Tests\Fixtures\Circle;
use Lyo\Tests\Fixtures\DynamicAllowed;
use Lyo\Tests\Fixtures\KeyedState;
use Lyo\Tests\Fixtures\ModernClasses;
use Lyo\Tests\Fixtures\Promoted;
use Lyo\Tests\Fixtures\PublicBag;
use Lyo\Tests\Fixtures\ReadonlyPoint;
use Lyo\Tests\Fixtures\SleepWakeup;
use Lyo\Tests\Fixtures\Visibility;
use Lyo\Tests\Fixtures\WakeupOnly;
use Lyo\Tests\Support\Rng;
use stdClass;

/** Tables: lists and maps of rows of one shape or of alternating shapes, of arrays or of objects. */
final class Rows
{
    private const ROW_CLASSES = [stdClass::class, PublicBag::class, Visibility::class, Promoted::class, ReadonlyPoint::class, WakeupOnly::class, SleepWakeup::class, KeyedState::class, Circle::class, DynamicAllowed::class];

    public function __construct(
        private readonly Rng $rng,
        private readonly Pool $pool,
        private readonly Scalars $scalars,
        private readonly Values $values,
        private readonly Objects $objects,
    ) {}

    /** @return array<array-key, mixed> */
    public function table(int $depth): array
    {
        $count = $this->rng->chance(15) ? $this->rng->pick([100, 255, 256, 257, 400]) : $this->rng->int(5, 40);
        $shapes = [$this->shape($depth)];
        while ($this->rng->chance(25) && count($shapes) < 4) {
            $shapes[] = $this->rng->chance(50) ? $this->shape($depth) : $this->variant($shapes[0], $depth);
        }
        $class = $this->rng->chance(30) ? $this->rng->pick([...self::ROW_CLASSES, ...array_slice(ModernClasses::all(), 0, 4)]) : null;
        $table = [];
        for ($i = 0; $i < $count; $i++) {
            $shape = $shapes[$this->rng->chance(70) ? 0 : $i % count($shapes)];
            $table[] = $this->row($shape, $class, $i);
        }
        $this->pool->spend(intdiv($count * count($shapes[0]), 8));
        $this->disturb($table, $depth);

        return match ($this->rng->int(0, 5)) {
            0 => $this->keyed($table, static fn(int $i): int => $i * 7 + 100),
            1 => $this->keyed($table, fn(int $i): string => $this->scalars->word() . '_' . $i),
            2 => $this->columns($table),
            default => $table,
        };
    }

    /** @return array<array-key, Closure(int): mixed> a row's keys, and what fills each column */
    private function shape(int $depth): array
    {
        $shape = [];
        for ($i = $this->rng->int(1, 9); $i > 0; $i--) {
            $key = $this->rng->chance(85) ? $this->scalars->word() : $this->scalars->key();
            $shape[$key] = $this->column($depth);
        }

        return $shape;
    }

    /**
     * @param array<array-key, Closure(int): mixed> $shape
     * @return array<array-key, Closure(int): mixed>
     */
    private function variant(array $shape, int $depth): array
    {
        return match ($this->rng->int(0, 3)) {
            0 => array_reverse($shape, true),
            1 => array_slice($shape, 1, null, true),
            2 => ['extra' => $this->column($depth)] + $shape,
            default => $shape + ['trailing' => $this->column($depth), 'other' => $this->column($depth)],
        };
    }

    /** @return Closure(int): mixed */
    private function column(int $depth): Closure
    {
        $nullable = $this->rng->chance(20) ? $this->rng->int(1, 90) : 0;
        $plain = $this->plainColumn($depth);

        return $nullable === 0 ? $plain : fn(int $i): mixed => $this->rng->chance($nullable) ? null : $plain($i);
    }

    /** @return Closure(int): mixed */
    private function plainColumn(int $depth): Closure
    {
        $start = $this->rng->chance(80) ? $this->rng->int(0, 100_000) : $this->scalars->integer();
        $step = $this->rng->int(-2, 10);
        $constant = $this->scalars->any();
        $words = [$this->scalars->string(), $this->scalars->string(), $this->scalars->word(), $this->scalars->word()];
        $range = 1 << $this->rng->int(1, 60);
        $scalars = $this->scalars;

        return match ($this->rng->int(0, 15)) {
            0 => static fn(int $i): mixed => $start + $i * $step,
            1 => fn(int $i): int => $this->rng->int(0, $range),
            2 => static fn(int $i): int => $scalars->integer(),
            3 => static fn(int $i): float => $scalars->float(),
            4 => static fn(int $i): float => $scalars->decimal(),
            5 => fn(int $i): bool => $this->rng->chance(50),
            6 => static fn(int $i): null => null,
            7 => static fn(int $i): mixed => $constant,
            8 => fn(int $i): string => $this->rng->pick($words),
            9 => static fn(int $i): string => $scalars->string(),
            10 => static fn(int $i): string => 'row ' . $i,
            11 => static fn(int $i): string => (string) ($start + $i),
            12 => static fn(int $i): mixed => $scalars->any(),
            13 => fn(int $i): mixed => $this->values->any($i < 12 ? min(1, $depth - 1) : 0),
            14 => fn(int $i): array => $i < 60 ? [$this->scalars->integer(), $this->rng->pick($words)] : [],
            default => fn(int $i): array => ['x' => $this->rng->int(0, 9), 'y' => $this->rng->pick($words)],
        };
    }

    /**
     * @param array<array-key, Closure(int): mixed> $shape
     * @param class-string|null $class
     */
    private function row(array $shape, ?string $class, int $i): mixed
    {
        $cells = array_map(static fn(Closure $fill): mixed => $fill($i), $shape);
        if ($class === null) {
            return $cells;
        }

        return $class === stdClass::class ? (object) $cells : $this->objects->withValues($class, array_values($cells), $cells);
    }

    /**
     * Breaks the regularity somewhere: one odd row, a reference in a cell, the same row twice.
     *
     * @param array<int, mixed> $table
     */
    private function disturb(array &$table, int $depth): void
    {
        $last = count($table) - 1;
        if ($this->rng->chance(15)) {
            $table[$this->rng->int(0, $last)] = $this->values->any($depth - 1);
        }
        if ($this->rng->chance(15)) {
            $table[$this->rng->int(0, $last)] = $table[$this->rng->int(0, $last)];
        }
        for ($i = $this->rng->chance(15) ? $this->rng->int(1, 3) : 0; $i > 0; $i--) {
            $at = $this->rng->int(0, $last);
            if (is_array($table[$at])) {
                $this->values->bindSome($table[$at], 60);
            }
        }
        if ($this->rng->chance(8)) {
            $this->values->bindSome($table, 100);
        }
    }

    /**
     * @param array<int, mixed> $table
     * @param Closure(int): array-key $key
     * @return array<array-key, mixed>
     */
    private function keyed(array $table, Closure $key): array
    {
        $map = [];
        foreach ($table as $i => $row) {
            $map[$key($i)] = $row;
        }

        return $map;
    }

    /**
     * The table turned on its side, as analytics code keeps it.
     *
     * @param array<int, mixed> $table
     * @return array<array-key, mixed>
     */
    private function columns(array $table): array
    {
        $first = $table[0];
        if (!is_array($first)) {
            return $table;
        }
        $columns = [];
        foreach (array_keys($first) as $name) {
            $columns[$name] = array_column($table, $name);
        }

        return $columns;
    }
}
