<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Growth;

use Closure;
use Lyo\Tests\Growth\Model\Keeps;
use Lyo\Tests\Growth\Model\Plain;
use Lyo\Tests\Growth\Model\Side;
use Lyo\Tests\Growth\Model\Suit;
use Random\Engine\Mt19937;
use Random\Randomizer;

/** What takes longest for its bytes, compared with unserialize() of the same value. No writer makes these bytes: an attacker does. */
final class Parts
{
    /** A name that no class has. */
    private const MISSING = 'Missing\Anywhere';

    /** @return array<string, Closure(int): Part> by name; each makes a part of about so many bytes */
    public static function all(): array
    {
        return [
            'references in any order' => static fn(int $size): Part => self::references(intdiv($size, 4), self::shuffled(...)),
            'references from the last to the first' => static fn(int $size): Part => self::references(intdiv($size, 4), static fn(array $places): array => array_reverse($places)),
            'references in each other, in any order' => self::nested(...),
            'arrays of the table in any order' => static fn(int $size): Part => self::arrays(intdiv($size, 5)),
            'arrays that are references, in any order' => static fn(int $size): Part => self::both(intdiv($size, 8)),
            'a definition for each case of two enums in turn' => self::cases(...),
            'a definition for each object of a missing class' => static fn(int $size): Part => self::defined($size, [self::MISSING, 'ab'], "\x02\xF1\x01\xF0", "\x03"),
            'a definition for each map' => static fn(int $size): Part => self::defined($size, ['ab'], "\x01\x01\xF0", "\x03"),
            'long strings that differ at the end' => static fn(int $size): Part => self::strings($size, static fn(int $i): string => str_repeat('x', 4088) . sprintf('%08d', $i)),
            'long strings that are equal' => static fn(int $size): Part => self::strings($size, static fn(): string => str_repeat('x', 4096)),
            'objects of a missing class with keys of their own' => static fn(int $size): Part => self::open($size, self::MISSING, 16),
            'objects of a missing class, in C form' => static fn(int $size): Part => new Part(
                static fn(int $id): string => self::times(intdiv($size, 2), Part::instance($id) . "\xA3"),
                ["\x04" . Part::text(self::MISSING)],
            ),
            'objects with a dynamic property' => static fn(int $size): Part => self::open($size, Plain::class, 1),
            'objects with dynamic properties' => static fn(int $size): Part => self::open($size, Plain::class, 16),
            'states' => static fn(int $size): Part => self::open($size, Keeps::class, 1),
            'stdClass without keys' => static fn(int $size): Part => new Part(
                static fn(int $id): string => self::times(intdiv($size, 2), Part::instance($id) . "\0"),
                ["\x03" . Part::text('stdClass')],
            ),
        ];
    }

    private static function times(int $n, string $value): string
    {
        return Part::head($n) . str_repeat($value, $n);
    }

    /**
     * Ints that are PHP references.
     *
     * @param Closure(list<int>): list<int> $order of the table
     */
    private static function references(int $n, Closure $order): Part
    {
        return new Part(static fn(): string => self::times($n, "\x03"), references: $order(self::places(strlen(Part::head($n)), $n, 1)));
    }

    /** Lists of a list of a list, 2,000 levels deep, each of which is a PHP reference. */
    private static function nested(int $size): Part
    {
        $levels = 2000;
        $chain = str_repeat("\x80", $levels) . "\x03";
        $n = max(1, intdiv($size, 4 * $levels));
        $places = [];
        foreach (self::places(strlen(Part::head($n)), $n, $levels + 1) as $begin) {
            array_push($places, ...self::places($begin, $levels, 1));
        }

        return new Part(static fn(): string => self::times($n, $chain), references: self::shuffled($places));
    }

    private static function arrays(int $n): Part
    {
        return new Part(static fn(): string => self::times($n, "\x80\x03"), arrays: self::shuffled(self::places(strlen(Part::head($n)), $n, 2)));
    }

    private static function both(int $n): Part
    {
        $places = self::places(strlen(Part::head($n)), $n, 2);

        return new Part(static fn(): string => self::times($n, "\x80\x03"), references: self::shuffled($places), arrays: array_reverse(self::shuffled($places)));
    }

    private static function cases(int $size): Part
    {
        $n = intdiv($size, 7);
        $definitions = ["\x05" . Part::text(Suit::class) . Part::text('Spades'), "\x05" . Part::text(Side::class) . Part::text('Heads')];
        for ($i = 2; $i < $n; $i++) {
            $definitions[] = $i % 2 > 0 ? "\x05\xF1\xF0" : "\x05\xF3\xF2";
        }

        return new Part(static fn(int $id): string => Part::head($n) . self::instances($id, $n, ''), $definitions);
    }

    /**
     * Values that have a definition each.
     *
     * @param list<string> $names which the definition refers to
     */
    private static function defined(int $size, array $names, string $definition, string $values): Part
    {
        $n = intdiv($size, strlen($definition) + strlen($values) + 4);
        $first = "\x01" . chr(count($names)) . implode('', array_map(Part::text(...), $names));

        return new Part(static fn(int $id): string => Part::head($n) . self::instances($id + 1, $n, $values), [$first, ...array_fill(0, $n, $definition)]);
    }

    private static function instances(int $first, int $n, string $values): string
    {
        $instances = '';
        for ($i = 0; $i < $n; $i++) {
            $instances .= Part::instance($first + $i) . $values;
        }

        return $instances;
    }

    /** @param Closure(int): string $make */
    private static function strings(int $size, Closure $make): Part
    {
        $n = max(1, intdiv($size, 4100));

        return new Part(static fn(): string => Part::head($n) . implode('', array_map(static fn(int $i): string => Part::text($make($i)), range(1, $n))));
    }

    /** Objects that name their keys one by one; each key takes a byte. */
    private static function open(int $size, string $class, int $keys): Part
    {
        $names = implode('', array_map(static fn(int $i): string => Part::text('key ' . chr(65 + $i)), range(1, $keys)));
        $entries = implode('', array_map(static fn(int $i): string => chr(0xF0 + $i) . "\x03", range(0, $keys - 1)));
        $n = intdiv($size, 2 + strlen($entries));

        return new Part(
            static fn(int $id): string => "\x81" . Part::head($keys) . $names . self::times($n, Part::instance($id) . chr($keys) . $entries),
            ["\x03" . Part::text($class)],
        );
    }

    /** @return list<int> */
    private static function places(int $first, int $n, int $step): array
    {
        return range($first, $first + ($n - 1) * $step, $step);
    }

    /**
     * @param list<int> $places
     * @return list<int>
     */
    private static function shuffled(array $places): array
    {
        return (new Randomizer(new Mt19937(1)))->shuffleArray($places);
    }
}
