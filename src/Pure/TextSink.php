<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Failure;
use Lyo\Native\Text;

use function array_combine;
use function array_unshift;
use function count;
use function explode;
use function is_array;
use function is_string;
use function preg_quote;
use function preg_replace_callback;
use function serialize;
use function strlen;
use function substr;

/**
 * The text of a value with objects or PHP references. No class is looked at: serialize() writes the value with arrays in the place of objects, and behind the
 * opening of each a mark. What it says of such an array is then replaced by what is right for the object. Other pieces of text are a string each, the mark.
 *
 * The mark may be in the data by chance or intent. So all marks in the text are counted.
 *
 * A string that the payload holds once can stand in the text many times, so the size of the text has a limit.
 *
 * @internal
 */
final class TextSink
{
    public const MARK = "\0Lyo";
    public const MOST = 64 << 20;
    private const MOST_PER_BYTE = 16;
    /** What stands behind the mark in the array of an object. */
    private const BEHIND = 2;

    /** @var list<array{string, int|null, int}> in order: a text; where what is before it ends, counted from the mark; how many bytes behind the mark it replaces */
    private array $pieces = [];
    /** Names of properties that have the mark before them, as an array would take them for ints. */
    private int $numeric = 0;
    /** Some key begins with the mark. */
    private bool $clash = false;
    /** Bytes of payloads. */
    private int $payloads = 0;

    /**
     * @param non-empty-string $mark
     * @param array<string, true> $missing classes whose objects will be incomplete
     */
    public function __construct(private readonly string $mark, private readonly array $missing) {}

    /** An object begins, for which the value will have an array: null under the first of markedKeys(), then so many properties. */
    public function object(Definition $definition, int $count): void
    {
        if ($definition->mark !== $this->mark) {
            $definition->mark($this->mark);
        }
        if ($definition->piece !== null && $this->missing === []) {
            $this->pieces[] = $definition->piece; // most of them
            return;
        }
        $this->numeric += $definition->numeric;
        $this->clash = $this->clash || $definition->clash;
        if ($this->missing !== [] && isset($this->missing[$definition->class])) {
            // an object that will have no class but a name, any name: that is one property more
            $opening = 'O:22:"__PHP_Incomplete_Class":' . ($count + 1) . ':{s:27:"__PHP_Incomplete_Class_Name";' . Text::string($definition->class);
        } else {
            $opening = $definition->openingOf($count);
        }
        $this->pieces[] = self::opening($opening, $count);
    }

    /**
     * The piece for an object of so many properties.
     *
     * @return array{string, int, int}
     */
    public static function opening(string $text, int $count): array
    {
        return [$text, -strlen('a:' . ($count + 1) . ':{'), self::BEHIND];
    }

    /**
     * The array for an object whose class has no shape.
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

    /** The string that stands in the value for this text. */
    public function piece(string $text): string
    {
        $this->pieces[] = [$text, null, 0];
        return $this->mark;
    }

    public function custom(string $class, string $payload, int $size, int $at): string
    {
        $this->payloads = self::afford($this->payloads + strlen($payload), $size, $at);
        return $this->piece(Text::custom($class, $payload));
    }

    /** The whole text; null if the mark is in the value where none was put. */
    public function text(mixed $value): ?string
    {
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
        return $text;
    }

    /**
     * Refuses a value whose text would be too long, before it is written.
     *
     * @param int $size of the payload, which was read up to $at
     */
    public function weigh(mixed $value, int $size, int $at): void
    {
        $weight = $this->payloads;
        foreach ($this->pieces as [$piece, , $behind]) {
            $weight += $behind === 0 ? 0 : strlen($piece);
        }
        self::add($weight, $value, $size, $at);
    }

    private static function add(int &$weight, mixed $value, int $size, int $at): void
    {
        if (is_string($value)) {
            $weight = self::afford($weight + strlen($value), $size, $at);
        } elseif (is_array($value)) {
            foreach ($value as $key => $entry) {
                $weight = self::afford($weight + (is_string($key) ? strlen($key) : 0), $size, $at);
                if (is_string($entry) || is_array($entry)) {
                    self::add($weight, $entry, $size, $at);
                }
            }
        }
    }

    /** So many bytes of text are to come out of a payload of that size. */
    private static function afford(int $weight, int $size, int $at): int
    {
        return $weight <= self::MOST + self::MOST_PER_BYTE * $size ? $weight : throw Failure::limit('strings that are met again make too long a text', $at);
    }
}
