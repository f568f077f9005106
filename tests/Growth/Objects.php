<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Growth;

use ArrayObject;
use Closure;
use DateTimeImmutable;
use Lyo\Tests\Growth\Model\Ends;
use Lyo\Tests\Growth\Model\Gives;
use Lyo\Tests\Growth\Model\Old;
use Lyo\Tests\Growth\Model\Plain;
use Lyo\Tests\Growth\Model\Sleeps;
use Lyo\Tests\Growth\Model\Suit;
use Lyo\Tests\Growth\Model\Wakes;
use stdClass;

/** Objects: in which order they occur, how their state is written, how many keys it has. */
final class Objects
{
    public const PAIRED = ['objects', 'stdClass with many states', 'objects that are met again', 'objects with __serialize()'];

    /** @return array<string, Closure(int): list<mixed>> */
    public static function all(): array
    {
        return [...self::plain(), ...self::again(), ...self::hooks()];
    }

    /** @return array<string, Closure(int): list<mixed>> */
    private static function plain(): array
    {
        return [
            'objects' => static fn(int $n): array => Constructs::each(intdiv($n, 3), static fn(int $i): Plain => new Plain($i, "name $i", $i % 2 > 0)),
            'objects with more properties' => static fn(int $n): array => Constructs::each(intdiv($n, 4), static fn(int $i): stdClass => (object) ['id' => $i, 'name' => "name $i", 'x' => 1]),
            'objects of 100 keys' => static fn(int $n): array => Constructs::each(max(1, intdiv($n, 100)), static fn(int $t): stdClass => (object) array_combine(array_map(static fn(int $k): string => "k$k", range(1, 100)), range($t, $t + 99))),
            'objects of 100 keys of their own' => static fn(int $n): array => Constructs::each(max(1, intdiv($n, 100)), static fn(int $t): stdClass => (object) array_combine(array_map(static fn(int $k): string => "k$k $t", range(1, 100)), range(1, 100))),
            'an object of many keys' => static fn(int $n): array => [(object) array_combine(Constructs::each($n, Strings::number(...)), range(1, $n))],
            'stdClass with many states' => static fn(int $n): array => Constructs::each(intdiv($n, 2), static fn(int $i): stdClass => (object) ['id' => $i, 'p' . Strings::number($i) => 1]),
            'stdClass with states of the same ends' => static fn(int $n): array => Constructs::each(intdiv($n, 3), static fn(int $i): stdClass => (object) ['id' => $i, 'p' . Strings::number($i) => 1, 'z' => 2]),
            'stdClass with few states' => static fn(int $n): array => Constructs::each(intdiv($n, 2), static fn(int $i): stdClass => (object) ['id' => $i, 'p' . $i % 7 => 1]),
            'stdClass with names of one fingerprint' => static fn(int $n): array => Constructs::each(intdiv($n, 2), static fn(int $i): stdClass => (object) ['id' => $i, Strings::sampled($i) => 1]),
            'stdClass with long names that differ near the end' => static fn(int $n): array => array_map(static fn(string $long): stdClass => (object) [$long => 1, 'x' => 2], Strings::nearlySame($n, intdiv($n, 2))),
            'objects with a destructor' => static fn(int $n): array => Constructs::each(intdiv($n, 2), static function (int $i): Ends {
                $object = new Ends();
                $object->value = $i;

                return $object;
            }),
            'objects in rows' => static fn(int $n): array => [Constructs::each(intdiv($n, 4), static fn(int $i): array => ['id' => $i, 'object' => new Plain($i), 'x' => 1, 'y' => 2])],
            'cases' => static fn(int $n): array => Constructs::each($n, static fn(int $i): Suit => Suit::cases()[$i % 4]),
        ];
    }

    /** @return array<string, Closure(int): list<mixed>> */
    private static function again(): array
    {
        return [
            'objects that are met again' => static function (int $n): array {
                $objects = Constructs::each(intdiv($n, 4), static fn(int $i): Plain => new Plain($i));

                return [...$objects, ...array_reverse($objects)];
            },
            'an object that is met again' => static function (int $n): array {
                $object = new Plain(1, 'one');

                return array_fill(0, $n, $object);
            },
            'a chain of objects' => static fn(int $n): array => Constructs::each(max(1, intdiv($n, 250)), static fn(): Plain => self::chain(250)),
            'objects that know each other' => static function (int $n): array {
                $objects = Constructs::each(intdiv($n, 4), static fn(int $i): Plain => new Plain($i));
                foreach ($objects as $i => $object) {
                    $object->other = $i > 0 ? $objects[intdiv($i, 2)] : $object;
                }

                return $objects;
            },
        ];
    }

    /** @return array<string, Closure(int): list<mixed>> */
    private static function hooks(): array
    {
        return [
            'objects with __sleep()' => static fn(int $n): array => Constructs::each(intdiv($n, 4), static function (int $i): Sleeps {
                $object = new Sleeps();
                $object->value = "v$i";

                return $object;
            }),
            'objects with __serialize()' => static fn(int $n): array => Constructs::each(intdiv($n, 4), static function (int $i): Gives {
                $object = new Gives();
                $object->value = "v$i";

                return $object;
            }),
            'an object with __serialize() that is large' => static function (int $n): array {
                $object = new Gives();
                $object->value = Constructs::each(intdiv($n, 2), static fn(int $i): array => ['id' => $i, 'x' . $i => 1]);

                return [$object];
            },
            'objects with __wakeup()' => static fn(int $n): array => Constructs::each(intdiv($n, 4), static function (int $i): Wakes {
                $object = new Wakes();
                $object->value = "v$i";

                return $object;
            }),
            'objects with serialize()' => static fn(int $n): array => Constructs::each(intdiv($n, 2), static fn(int $i): Old => new Old("payload $i")),
            'dates' => static fn(int $n): array => Constructs::each(intdiv($n, 4), static fn(int $i): DateTimeImmutable => new DateTimeImmutable('@' . (1_700_000_000 + $i * 61))),
            'objects of PHP' => static fn(int $n): array => Constructs::each(intdiv($n, 6), static fn(int $i): ArrayObject => new ArrayObject(['id' => $i, 'x' => "v$i"])),
        ];
    }

    private static function chain(int $length): Plain
    {
        $object = new Plain();
        for ($i = 1; $i < $length; $i++) {
            $outer = new Plain($i);
            $outer->other = $object;
            $object = $outer;
        }

        return $object;
    }
}
