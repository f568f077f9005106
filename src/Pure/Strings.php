<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Wire\Tag;

use function array_slice;
use function count;
use function is_string;
use function strlen;

/**
 * The strings of a body or preamble, with the token that each has when it is met again (spec section 4.2).
 *
 * @internal
 */
final class Strings
{
    /** @var array<int, string> */
    private static array $short = [];

    /**
     * String => its id, or the token that it has when it is met again, once that was needed. An array makes ints of numeric strings; here
     * there are no others.
     *
     * @var array<int|string, int|string>
     */
    public $ids = [];

    /**
     * Size => tag of a short string.
     *
     * @return array<int, string>
     */
    public static function short(): array
    {
        if (self::$short === []) {
            for ($tag = Tag::STRING_SHORT; $tag <= Tag::STRING_SHORT_LAST; $tag++) {
                self::$short[$tag - Tag::STRING_SHORT + 2] = Bytes::ALL[$tag];
            }
        }
        return self::$short;
    }

    /** The token of a string that is met again. */
    public static function again(int $id): string
    {
        return $id < 4096 ? Bytes::ALL[Tag::BACKREF_12 + ($id >> 8)] . Bytes::ALL[$id & 0xFF] : self::long(Tag::BACKREF - 1, $id);
    }

    /** The token of a string, whether it is new or not. */
    public function token(string $string): string
    {
        $size = strlen($string);
        if ($size < 2) {
            return $size === 0 ? Bytes::ALL[Tag::STRING_EMPTY] : Bytes::ALL[Tag::STRING_CHAR] . $string;
        }
        $id = $this->ids[$string] ?? null;
        if ($id !== null) {
            return is_string($id) ? $id : $this->ids[$string] = self::again($id);
        }
        $this->ids[$string] = count($this->ids);
        return (self::short()[$size] ?? self::long(Tag::STRING, $size)) . $string;
    }

    /** Forgets all but the first so many. */
    public function forget(int $count): void
    {
        $this->ids = array_slice($this->ids, 0, $count, true);
    }

    /** A tag for a number of one byte, or of more, with the number. */
    private static function long(int $tag, int $number): string
    {
        $size = Bytes::uintSize($number);
        return Bytes::ALL[$tag + $size - 1] . Bytes::store($number, $size);
    }
}
