<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Language;

use stdClass;

/** States that nobody wrote. */
final class States
{
    /**
     * @param array<array-key, mixed> $state one that an object has
     * @return iterable<string, array<array-key, mixed>> what it turns into
     */
    public static function changed(array $state): iterable
    {
        foreach (array_keys($state) as $key) {
            $name = strtr((string) $key, "\0", '~');
            yield "without $name" => array_diff_key($state, [$key => 0]);
            foreach (self::values() as $what => $value) {
                yield "$name is $what" => [$key => $value] + $state;
                yield "$name is $what, in its place" => array_replace($state, [$key => $value]);
            }
        }
        yield 'backwards' => array_reverse($state, true);
        yield 'as a list' => array_values($state);
        yield 'one more' => $state + ['one more' => 1];
        yield 'a number more' => $state + [99 => 1];
    }

    /** @return array<string, mixed> of every type */
    public static function values(): array
    {
        return [
            'null' => null, 'false' => false, 'true' => true, 'an int' => -3, 'a float' => 0.5, 'a text' => 'text', 'an empty text' => '', 'a number in a text' => '7',
            'an array' => [], 'a list' => [1, 'b'], 'a map' => ['a' => ['b' => null]], 'an object' => new stdClass(), 'a case' => Suit::Hearts,
        ];
    }
}

enum Suit: string
{
    case Hearts = 'h';
    case Spades = 's';
}

/** Hooks of properties and the like that have run. */
final class Ran
{
    /** @var list<string> */
    public static array $names = [];
}
