<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Native\ExactFloats;
use Lyo\Native\Text;

use function array_combine;
use function array_unshift;
use function array_walk_recursive;
use function count;
use function explode;
use function is_array;
use function is_float;
use function is_string;
use function pack;
use function preg_quote;
use function preg_replace_callback;
use function serialize;
use function strlen;
use function substr;
use function unpack;

/**
 * Makes the text of serialize() for a value with objects or PHP references. No class is looked up or loaded.
 *
 * The Reader makes an array for each object, whose first key is a mark. serialize() writes the value with these arrays. Then the beginning of each
 * array, up to and including the mark, is replaced by the beginning of the object. For other pieces of text, such as back references and enum cases,
 * the mark stands in the value as a string and is replaced as a whole.
 *
 * The mark may also be in the data, by chance or on purpose. So the marks in the text are counted, and the caller tries another mark if there are too many.
 *
 * A string or array that the payload holds once can stand in the text many times, so the size of the text is limited.
 *
 * @internal
 */
final class TextSink
{
    /** The mark that is tried first. */
    public const MARK = "\0Lyo";
    /** Length of the value null, "N;", which follows the mark in the array of an object. */
    private const BEHIND = 2;

    /**
     * The pieces that replace the marks, in order: text; length that substr() takes for the text before the mark, negative for bytes to leave out at its
     * end, or null for all; number of bytes to leave out behind the mark.
     *
     * @var list<array{string, int|null, int}>
     */
    private array $pieces = [];
    /** Number of property names that have the mark as a prefix, because an array would turn them into ints. */
    private int $numeric = 0;
    /** Whether a key in the data begins with the mark. */
    private bool $clash = false;
    /** Size of all custom payloads, in bytes. */
    private int $payloads = 0;

    /**
     * @param non-empty-string $mark
     * @param array<int, true> $missing ids of the names of classes whose objects are written as incomplete ones
     */
    public function __construct(private readonly string $mark, private readonly array $missing) {}

    /** Begins an object of $count properties. Its array has the keys of Definition::$marked, and null as its first value, or it is made by state(). */
    public function object(Definition $definition, int $count): void
    {
        if ($definition->mark !== $this->mark) {
            $definition->mark($this->mark);
        }
        if ($definition->piece !== null && $this->missing === []) {
            $this->pieces[] = $definition->piece; // most objects
            return;
        }
        $this->numeric += $definition->numeric;
        $this->clash = $this->clash || $definition->clash;
        if ($this->missing !== [] && isset($this->missing[$definition->name])) {
            // written as an incomplete object, which has the name of its class, valid or not, as one more property
            $opening = 'O:22:"__PHP_Incomplete_Class":' . ($count + 1) . ':{s:27:"__PHP_Incomplete_Class_Name";' . Text::string($definition->class);
        } else {
            $opening = $definition->openingOf($count);
        }
        $this->pieces[] = self::opening($opening, $count);
    }

    /**
     * Returns the piece for an object of $count properties.
     *
     * @param string $text the beginning of the object
     *
     * @return array{string, int, int}
     */
    public static function opening(string $text, int $count): array
    {
        return [$text, -strlen('a:' . ($count + 1) . ':{'), self::BEHIND];
    }

    /**
     * Returns the array for an object without a class shape.
     *
     * @param list<int|string> $keys
     * @param list<mixed> $values
     *
     * @return array<mixed>
     */
    public function state(array $keys, array $values): array
    {
        [$marked, $numeric, $clash] = Definition::marked($keys, $this->mark);
        $this->numeric += $numeric;
        $this->clash = $this->clash || $clash;
        array_unshift($values, null);
        return array_combine($marked, $values);
    }

    /** Adds a piece of text, and returns the string that must stand in the value for it. */
    public function piece(string $text): string
    {
        $this->pieces[] = [$text, null, 0];
        return $this->mark;
    }

    /**
     * Adds an object with a payload of its own, and returns the string that must stand in the value for it.
     *
     * @param int $size size of the payload of Lyo, which was read up to offset $at
     */
    public function custom(string $class, string $payload, int $size, int $at): string
    {
        $this->payloads = Expansion::afford($this->payloads + strlen($payload), $size, $at);
        return $this->piece(Text::custom($class, $payload));
    }

    /** Returns the text of the value. Returns null if the mark occurs in the data, so that another mark must be tried. */
    public function text(mixed $value): ?string
    {
        $floats = ExactFloats::areKept() ? 0 : $this->markFloats($value);
        $text = serialize($value);
        if ($this->clash) {
            return null;
        }
        if ($this->pieces !== []) {
            $parts = explode('s:' . strlen($this->mark) . ":\"$this->mark\";", $text);
            if (count($parts) !== count($this->pieces) + 1) {
                return null;
            }
            $text = '';
            $from = 0;
            foreach ($this->pieces as $i => [$piece, $before, $behind]) {
                $text .= substr($parts[$i], $from, $before) . $piece;
                $from = $behind;
            }
            $text .= substr($parts[count($this->pieces)], $from);
        }
        if ($this->numeric > 0) {
            $names = '/s:\d+:"' . preg_quote($this->mark, '/') . '(-?\d+)";/';
            $text = preg_replace_callback($names, static fn(array $name): string => Text::string($name[1]), $text, -1, $count);
            if ($count !== $this->numeric) {
                return null;
            }
        }
        if ($floats > 0) {
            $marks = '/s:' . (strlen($this->mark) + 8) . ':"' . preg_quote($this->mark, '/') . '(.{8})";/s';
            $text = preg_replace_callback($marks, static fn(array $float): string => Text::float(self::float($float[1])), (string) $text, -1, $count);
            return $count === $floats ? $text : null;
        }
        return $text;
    }

    /** Replaces all floats of a value by strings of the mark and the eight bytes of the float, because serialize() would lose digits. Returns their number. */
    private function markFloats(mixed &$value): int
    {
        $floats = 0;
        $mark = function (mixed &$leaf) use (&$floats): void {
            if (is_float($leaf)) {
                $leaf = $this->mark . pack('E', $leaf);
                $floats++;
            }
        };
        if (is_array($value)) {
            array_walk_recursive($value, $mark);
        } else {
            $mark($value);
        }
        return $floats;
    }

    /** Returns the float of eight bytes. */
    private static function float(string $bytes): float
    {
        $float = unpack('E', $bytes);
        return is_array($float) && is_float($float[1] ?? null) ? $float[1] : 0.0;
    }

    /**
     * Throws an exception if the text of the value would be too long. Called before the text is made.
     *
     * @param int $repeated number of elements that occur again in the value without being written again
     * @param int $size size of the payload, which was read up to offset $at
     */
    public function weigh(mixed $value, int $repeated, int $size, int $at): void
    {
        $weight = Expansion::afford($this->payloads + Expansion::ELEMENT * $repeated, $size, $at);
        foreach ($this->pieces as [$piece, , $behind]) {
            $weight += $behind === 0 ? 0 : strlen($piece);
        }
        self::add($weight, $value, $size, $at);
    }

    /** Adds the lengths of all strings in a value to $weight. */
    private static function add(int &$weight, mixed $value, int $size, int $at): void
    {
        if (is_string($value)) {
            $weight = Expansion::afford($weight + strlen($value), $size, $at);
        } elseif (is_array($value)) {
            foreach ($value as $key => $entry) {
                $weight = Expansion::afford($weight + (is_string($key) ? strlen($key) : 0), $size, $at);
                if (is_string($entry) || is_array($entry)) {
                    self::add($weight, $entry, $size, $at);
                }
            }
        }
    }
}
