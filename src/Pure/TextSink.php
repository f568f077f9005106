<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Failure;
use Lyo\Native\Text;

use function array_combine;
use function count;
use function is_array;
use function is_int;
use function is_string;
use function serialize;
use function strlen;
use function substr;

/**
 * Writes containers that hold objects or PHP references as serialize() text. All other containers are written by serialize() itself.
 * No class is looked at.
 *
 * A string that the payload holds once can stand in the text many times, so the size of the text has a limit.
 *
 * @internal
 */
final class TextSink
{
    public const MOST = 64 << 20;
    private const MOST_PER_BYTE = 16;
    /** Shorter strings need no look at the bound. */
    private const LONG = 128;
    /** Shorter texts are copied into the one around them. */
    private const JOINED = 1024;

    /** Bytes of long strings that may come yet. */
    private int $left;
    /** Where the reader is. */
    public int $at = 0;
    /** Arrays are looked into before they are written: their text may be longer than MOST. */
    public bool $weighs = false;

    /**
     * @param int $size of the payload
     * @param array<string, true> $missing classes whose objects will be incomplete
     */
    public function __construct(int $size, public readonly array $missing)
    {
        $this->left = self::MOST + self::MOST_PER_BYTE * $size;
    }

    /** The whole text. */
    public function text(mixed $value): string
    {
        if (!$value instanceof TextPiece) {
            return $this->plain($value);
        }
        if ($value->before === []) {
            return $value->text;
        }
        $text = '';
        $value->join($text);
        return $text;
    }

    /** @param array<mixed> $values some of them text */
    public function array(array $values): TextPiece
    {
        return $this->entries('a:' . count($values) . ':{', null, $values);
    }

    /**
     * A map or an object of a shape.
     *
     * @param list<mixed> $values
     * @param bool $mixed some of them are, or hold, text
     */
    public function record(Definition $shape, array $values, bool $mixed): TextPiece
    {
        $opening = $this->missing !== [] && isset($this->missing[$shape->class]) ? self::openingOfMissing($shape->class, $shape->count) : $shape->opening;
        if ($mixed || $shape->numericNames) {
            return $this->entries($opening, $shape->keyTexts(), $values);
        }
        $array = array_combine($shape->keys, $values);
        if ($this->weighs) {
            $this->weigh($array);
        }
        return new TextPiece($opening . substr(serialize($array), $shape->arrayOpening));
    }

    /**
     * record() for the usual case: no value is text, no name is numeric, no class is missing. Behind its opening, an object has the
     * text of an array with the same keys.
     *
     * @param list<mixed> $values
     */
    public static function plainRecord(Definition $shape, array $values): TextPiece
    {
        return new TextPiece($shape->opening . substr(serialize(array_combine($shape->keys, $values)), $shape->arrayOpening));
    }

    /**
     * An object of an open class.
     *
     * @param list<int|string> $keys
     * @param list<mixed> $values
     */
    public function object(Definition $definition, array $keys, array $values): TextPiece
    {
        $count = count($keys);
        $opening = isset($this->missing[$definition->class]) ? self::openingOfMissing($definition->class, $count) : $definition->openingOf($count);
        return $this->entries($opening, Definition::textsOf($keys), $values);
    }

    public function custom(Definition $definition, string $payload): TextPiece
    {
        $this->afford(strlen($payload));
        return new TextPiece(Text::custom($definition->class, $payload));
    }

    public function enumCase(Definition $definition): TextPiece
    {
        return new TextPiece(Text::enumCase($definition->class, $definition->case));
    }

    /** An object that will have no class but a name, any name: that is one property more. */
    private static function openingOfMissing(string $class, int $count): string
    {
        return 'O:22:"__PHP_Incomplete_Class":' . ($count + 1) . ':{s:27:"__PHP_Incomplete_Class_Name";' . Text::string($class);
    }

    /**
     * @param list<string>|null $keyTexts null for those of $values
     * @param array<mixed> $values
     */
    private function entries(string $text, ?array $keyTexts, array $values): TextPiece
    {
        $before = [];
        $i = 0;
        foreach ($values as $key => $value) {
            if ($keyTexts !== null) {
                $text .= $keyTexts[$i++];
            } else {
                $text .= is_int($key) ? "i:$key;" : $this->string($key);
            }
            if (is_string($value)) {
                $size = strlen($value);
                if ($size > self::LONG) {
                    $this->afford($size);
                }
                $text .= "s:$size:\"$value\";";
            } elseif ($value instanceof TextPiece) {
                if ($value->before === [] && strlen($value->text) < self::JOINED) {
                    $text .= $value->text;
                } else {
                    $before[] = $text;
                    $before[] = $value;
                    $text = '';
                }
            } else {
                $text .= is_array($value) ? $this->plain($value) : serialize($value);
            }
        }
        return new TextPiece($text . '}', $before);
    }

    private function string(string $string): string
    {
        $size = strlen($string);
        if ($size > self::LONG) {
            $this->afford($size);
        }
        return "s:$size:\"$string\";";
    }

    /** A value without any text in it. */
    private function plain(mixed $value): string
    {
        if ($this->weighs) {
            $this->weigh($value);
        }
        return serialize($value);
    }

    private function weigh(mixed $value): void
    {
        if (is_string($value)) {
            $this->afford(strlen($value));
        } elseif (is_array($value)) {
            foreach ($value as $key => $entry) {
                if (is_string($key)) {
                    $this->afford(strlen($key));
                }
                if (!is_int($entry)) {
                    $this->weigh($entry);
                }
            }
        }
    }

    /** So many bytes of text are to come out of very few bytes. */
    private function afford(int $size): void
    {
        $this->left -= $size;
        if ($this->left < 0) {
            throw Failure::limit('strings that are met again make too long a text', $this->at);
        }
    }
}
