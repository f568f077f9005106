<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential\Generator;

use Lyo\Tests\Fixtures\AnyState;
use Lyo\Tests\Support\Rng;

/** Arrays of every layout that the engine has and every content that an encoder may have a special form for. */
final class Arrays
{
    public function __construct(
        private readonly Rng $rng,
        private readonly Pool $pool,
        private readonly Scalars $scalars,
        private readonly Values $values,
    ) {}

    /** @return array<array-key, mixed> */
    public function any(int $depth): array
    {
        if ($this->pool->arrays !== [] && $this->rng->chance(12)) {
            return $this->rng->pick($this->pool->arrays);
        }
        $array = match ($this->rng->weighted(['list' => 24, 'map' => 24, 'uniform' => 16, 'layout' => 12, 'sparse' => 8, 'mixed' => 10, 'nest' => 4, 'kin' => 6, 'equal' => 10, 'empty' => 3])) {
            'list' => $this->list($depth),
            'map' => $this->map($depth),
            'uniform' => $this->uniform(),
            'layout' => $this->layout($depth),
            'sparse' => $this->sparse($depth),
            'mixed' => $this->mixed($depth),
            'nest' => $this->nest(),
            'kin' => $this->kin(),
            'equal' => $this->equal($depth),
            default => [],
        };
        $this->values->bindSome($array);
        if (count($array) < 40 && $this->rng->chance(50)) {
            $this->pool->arrays[] = $array;
        }

        return $array;
    }

    /**
     * Few arrays many times, as one table or as tables of their own: in a row, alternating, under keys, inside others, in
     * properties, behind references, and almost equal.
     *
     * @return array<array-key, mixed>
     */
    private function equal(int $depth): array
    {
        $stock = [$this->repeatable($depth)];
        for ($i = $this->rng->int(0, 2); $i > 0; $i--) {
            $stock[] = $this->repeatable($depth);
        }
        $one = $this->rng->pick($stock);
        $changes = $this->rng->pick([0, 2, 10, 40]);
        $result = [];
        for ($i = $this->rng->size(60); $i > 0 && $this->pool->spend(1 + intdiv(count($one), 4)); $i--) {
            $one = $this->rng->chance($changes) ? $this->rng->pick($stock) : $one;
            $result[] = match ($this->rng->int(0, 60)) {
                0 => [$one, $this->copy($one)],
                1 => ['in' => $one, 'of' => $this->rng->pick($stock)],
                2 => (object) ['p' => $one, 'q' => $this->copy($one)],
                3 => [...$one, $this->scalars->any()],
                4 => [...$one, 0.0],
                5 => [...$one, -0.0],
                6 => [...$one, NAN],
                7, 8, 9, 10, 11 => $this->copy($one),
                12 => $this->values->any($depth - 1),
                default => $one,
            };
        }
        $this->values->bindSome($result, 12);

        return $this->rng->chance(25) ? array_combine(array_map(fn(int $i): string => $this->scalars->word() . $i, array_keys($result)), $result) : $result;
    }

    /** @return array<array-key, mixed> */
    private function repeatable(int $depth): array
    {
        $known = $this->pool->arrays !== [] && $this->rng->chance(40) ? $this->rng->pick($this->pool->arrays) : $this->few($depth - 1);

        return self::left($known, 100) > 0 ? $known : [1, 2];
    }

    /**
     * How many of so many elements an array and the arrays inside leave: arrays of arrays that are used again grow without end.
     *
     * @param array<array-key, mixed> $array
     */
    private static function left(array $array, int $left): int
    {
        foreach ($array as $value) {
            $left = is_array($value) && $left > 0 ? self::left($value, $left - 1) : $left - 1;
        }

        return $left;
    }

    /** @return array<array-key, mixed> */
    private function few(int $depth): array
    {
        $array = [];
        for ($i = $this->rng->int(1, 5); $i > 0; $i--) {
            $value = $this->rng->chance(15) ? $this->values->any($depth) : $this->scalars->any();
            if ($this->rng->chance(60)) {
                $array[$this->scalars->word()] = $value;
            } else {
                $array[] = $value;
            }
        }
        $this->values->bindSome($array, 8);

        return $array;
    }

    /**
     * An equal array in tables of its own, perhaps with holes or a reference of one slot.
     *
     * @param array<array-key, mixed> $array
     * @return array<array-key, mixed>
     */
    private function copy(array $array): array
    {
        $copy = $this->rng->chance(20) ? ['hole' => 1] : [];
        foreach ($array as $key => $value) {
            $copy[$key] = is_array($value) ? $this->copy($value) : $value;
        }
        if (!array_key_exists('hole', $array)) {
            unset($copy['hole']);
        }
        if ($this->rng->chance(10)) {
            foreach ($copy as &$value) {
                $this->pool->spend(0);
            }
        }

        return $copy;
    }

    /** @return list<mixed> */
    public function list(int $depth): array
    {
        $list = [];
        for ($i = $this->rng->size(40); $i > 0 && $this->pool->spend(); $i--) {
            $list[] = $this->values->any($depth - 1);
        }

        return $list;
    }

    /** @return array<array-key, mixed> */
    public function map(int $depth): array
    {
        $map = [];
        for ($i = $this->rng->size(40); $i > 0 && $this->pool->spend(); $i--) {
            $map[$this->scalars->key()] = $this->values->any($depth - 1);
        }

        return $map;
    }

    /**
     * One type throughout, as vectors are made of; now and then one element spoils it.
     *
     * @return array<array-key, mixed>
     */
    public function uniform(): array
    {
        $length = $this->rng->chance(8) ? $this->rng->pick([255, 256, 257, 300, 1000, 1025]) : $this->rng->int(1, 40);
        $start = $this->scalars->integer();
        $step = $this->rng->int(-3, 9);
        $constant = $this->scalars->any();
        $base = $this->rng->int(-100, 100_000);
        $word = $this->scalars->string();
        $kind = $this->rng->int(0, 10);
        $list = [];
        for ($i = 0; $i < $length; $i++) {
            $list[] = match ($kind) {
                0 => $this->scalars->integer(),
                1 => $base + $this->rng->int(0, 1 << $this->rng->int(0, 20)),
                2 => $start + $i * $step,
                3 => $this->scalars->float(),
                4 => $this->scalars->decimal(),
                5 => $this->rng->chance(50),
                6 => null,
                7 => $constant,
                8 => $this->scalars->string(),
                9 => $this->rng->chance(80) ? $word : $this->scalars->string(),
                default => [$this->scalars->decimal(), $this->scalars->decimal()],
            };
        }
        if ($this->rng->chance(25)) {
            $list[$this->rng->int(0, $length - 1)] = $this->scalars->any();
        }
        $this->pool->spend(intdiv($length, 8));

        return $this->rng->chance(15) ? $this->withKeys($list) : $list;
    }

    /**
     * The same content in another table layout: packed, hash, with holes, with a raised next free element.
     *
     * @return array<array-key, mixed>
     */
    private function layout(int $depth): array
    {
        $array = $this->list($depth);
        switch ($this->rng->int(0, 5)) {
            case 0:
                $array['tmp'] = 1; // becomes a hash with the keys of a list
                unset($array['tmp']);
                break;
            case 1:
                $array[] = 'popped';
                $array[] = 'popped';
                array_pop($array);
                unset($array[count($array) - 1]); // leaves the next free element one too high
                break;
            case 2:
                unset($array[intdiv(count($array), 2)]);
                break;
            case 3:
                unset($array[0]);
                break;
            case 4:
                $array = array_reverse($array, true);
                break;
            default:
                $array = [PHP_INT_MAX => 'last', PHP_INT_MAX - 1 => 'before'] + $array;
        }

        return $array;
    }

    /** @return array<int, mixed> */
    private function sparse(int $depth): array
    {
        $array = [];
        $key = $this->rng->int(-500, 500);
        for ($i = $this->rng->size(30); $i > 0 && $this->pool->spend(); $i--) {
            $array[$key] = $this->rng->chance(70) ? $this->scalars->any() : $this->values->any($depth - 1);
            $key = $this->rng->chance(90) ? $key + $this->rng->int(1, 300) : $this->scalars->integer();
        }

        return $array;
    }

    /** @return array<array-key, mixed> */
    private function mixed(int $depth): array
    {
        $array = [];
        for ($i = $this->rng->size(20); $i > 0 && $this->pool->spend(); $i--) {
            $value = $this->values->any($depth - 1);
            if ($this->rng->chance(50) && !array_key_exists(PHP_INT_MAX, $array)) {
                $array[] = $value;
            } else {
                $array[$this->scalars->key()] = $value;
            }
        }

        return $array;
    }

    /**
     * Maps of as many keys that begin alike and then part, as arrays, properties and states: readers take over keys of an earlier one.
     *
     * @return array<array-key, mixed>
     */
    private function kin(): array
    {
        $names = array_map(fn(int $i): string => $this->scalars->word() . $i, range(1, $this->rng->int(1, 12)));
        $kin = [];
        for ($i = $this->rng->int(2, 6); $i > 0 && $this->pool->spend(); $i--) {
            $map = [];
            foreach (array_slice($names, 0, $this->rng->int(0, count($names))) as $name) {
                $map[$name] = $this->scalars->any();
            }
            while (count($map) < count($names)) {
                $map[$this->partingKey()] = $this->scalars->any();
            }
            $kin[] = match ($this->rng->int(0, 5)) {
                0 => (object) $map,
                1 => $this->state($map),
                default => $map,
            };
        }

        return $kin;
    }

    private function partingKey(): int|string
    {
        return match ($this->rng->int(0, 5)) {
            0 => $this->rng->int(0, 300),
            1 => -$this->rng->int(1, 300),
            2 => $this->rng->pick([PHP_INT_MAX, PHP_INT_MAX - 1, PHP_INT_MIN, PHP_INT_MIN + 1]),
            default => $this->scalars->word() . $this->rng->int(0, 999),
        };
    }

    /** @param array<array-key, mixed> $map */
    private function state(array $map): AnyState
    {
        $object = new AnyState();
        $object->state = $map;

        return $object;
    }

    /** @return array<array-key, mixed> */
    private function nest(): array
    {
        $inner = [$this->scalars->any()];
        for ($i = $this->rng->int(1, 30); $i > 0; $i--) {
            $inner = $this->rng->chance(70) ? [$inner] : [$this->scalars->key() => $inner];
        }

        return $inner;
    }

    /**
     * @param array<int, mixed> $list
     * @return array<array-key, mixed>
     */
    private function withKeys(array $list): array
    {
        $array = [];
        $prefix = $this->scalars->word();
        $first = $this->rng->int(1, 10000);
        $words = $this->rng->chance(50);
        foreach ($list as $i => $value) {
            $array[$words ? $prefix . $i : $first + $i * 3] = $value;
        }

        return $array;
    }
}
