<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Wire\Limit;
use Lyo\Wire\Tag;

use function array_slice;
use function count;
use function is_array;
use function is_int;
use function strlen;
use function strncmp;
use function strspn;
use function substr;
use function unpack;

/**
 * The strings of a body or preamble that have ids, which of them are looked for, and the tokens of strings (spec sections 4.2, 6 and 6.5).
 *
 * @internal
 */
final class Strings
{
    /** Distance up to which the tag of a back reference holds it. */
    public const NEAR = Tag::BACKREF_NEAR_LAST - Tag::BACKREF_NEAR + 1;
    /** The same for the string that one begins as. */
    private const NEAR_PREFIX = Tag::PREFIXED_NEAR_LAST - Tag::PREFIXED_NEAR + 1;
    private const SLOTS_KNOWN = 4096;
    private const SHORT_SIZE = Tag::STRING_SHORT_LAST - Tag::STRING_SHORT + 2;

    /**
     * String that can be found => its id, in order. An array makes ints of numeric strings; here there are no others. Without a type in the
     * code, as the writer's loops refer to it.
     *
     * @var array<int|string, int>
     */
    public $ids = [];
    /** Strings that have ids. */
    public int $count = 0;
    /** The next string is looked for; else it is new. */
    public bool $looks = true;
    /** @var array<int, string> slot => the string that later ones are compared with */
    private array $latest = [];
    /** @var array<int, int> slot => its id */
    private array $latestIds = [];
    /** @var array<int|string, int> first four bytes => slot, as far as they were needed in this process */
    private static array $slots = [];

    /** @param int $lookUntil id below which each string is looked for, so far */
    public function __construct(public int $lookUntil) {}

    /** The token of a string where all are looked for, whether it is new or not. */
    public function token(string $string): string
    {
        $id = $this->ids[$string] ?? null;
        return $id !== null ? $this->again($id) : $this->add($string);
    }

    /** A string was found: the next ones are all looked for. */
    public function found(): void
    {
        $this->lookUntil = $this->count + Limit::LOOK_RUN;
    }

    /** The token of the string with that id. */
    public function again(int $id): string
    {
        if ($this->count - $id <= self::NEAR) {
            return Bytes::ALL[Tag::BACKREF_NEAR - 1 + $this->count - $id];
        }
        return $id < 4096 ? Bytes::ALL[Tag::BACKREF_12 + ($id >> 8)] . Bytes::ALL[$id & 0xFF] : self::long(Tag::BACKREF - 1, $id);
    }

    /** The token of a string that is new, or not looked for. */
    public function add(string $string): string
    {
        $size = strlen($string);
        if ($size < 2) {
            return $size === 0 ? Bytes::ALL[Tag::STRING_EMPTY] : Bytes::ALL[Tag::STRING_CHAR] . $string;
        }
        $id = $this->count++;
        if ($this->looks) {
            $this->ids[$string] = $id;
        }
        $this->looks = $this->count < $this->lookUntil || $this->count % Limit::LOOK_EACH === 0;
        if ($size >= Limit::PREFIX_STRING) {
            $head = substr($string, 0, 4);
            $slot = self::$slots[$head] ?? self::slot($head);
            $earlier = $this->latest[$slot] ?? '';
            $distance = $id - ($this->latestIds[$slot] ?? 0);
            $this->latest[$slot] = $string;
            $this->latestIds[$slot] = $id;
            if (strncmp($earlier, $head, 4) === 0) {
                $prefixed = $distance <= Limit::PREFIX_MOST ? self::prefixed($string, $size, $earlier, $distance) : null;
                if ($prefixed !== null) {
                    return $prefixed;
                }
            }
        }
        return ($size <= self::SHORT_SIZE ? Bytes::ALL[Tag::STRING_SHORT - 2 + $size] : self::long(Tag::STRING, $size)) . $string;
    }

    /**
     * What forget() goes back to.
     *
     * @return array{int, int, int, bool, array<int, string>, array<int, int>}
     */
    public function mark(): array
    {
        return [count($this->ids), $this->count, $this->lookUntil, $this->looks, $this->latest, $this->latestIds];
    }

    /**
     * Forgets what came after that.
     *
     * @param array{int, int, int, bool, array<int, string>, array<int, int>} $mark
     */
    public function forget(array $mark): void
    {
        [$known, $this->count, $this->lookUntil, $this->looks, $this->latest, $this->latestIds] = $mark;
        $this->ids = array_slice($this->ids, 0, $known, true);
    }

    private static function slot(string $head): int
    {
        $number = unpack('V', $head);
        if (count(self::$slots) >= self::SLOTS_KNOWN) {
            self::$slots = [];
        }
        return self::$slots[$head] = is_array($number) && is_int($number[1]) ? $number[1] * 0x3C6EF373 >> 25 & Limit::PREFIX_SLOTS - 1 : 0;
    }

    /** The token of a string by one that begins as it does; null if that is no shorter. */
    private static function prefixed(string $string, int $size, string $earlier, int $distance): ?string
    {
        // equal bytes are zero then
        $common = strspn(($size > Limit::PREFIX_MOST ? substr($string, 0, Limit::PREFIX_MOST) : $string) ^ $earlier, "\0");
        $rest = $size - $common;
        $near = $distance <= self::NEAR_PREFIX;
        if ($rest < 16 && $common < Limit::PREFIX_LEAST + 16) {
            // of 2 or 3 bytes in front of the rest, in the place of 4 and more
            return ($near ? Bytes::ALL[Tag::PREFIXED_SHORT_NEAR - 1 + $distance] : Bytes::ALL[Tag::PREFIXED_SHORT] . Bytes::ALL[$distance])
                . Bytes::ALL[$rest << 4 | $common - Limit::PREFIX_LEAST] . substr($string, $common);
        }
        $plain = $size <= self::SHORT_SIZE ? $size + 1 : $size + 1 + Bytes::uintSize($size);
        if (($near ? 2 : 3) + Bytes::varlenSize($rest) + $rest >= $plain) {
            return null;
        }
        return ($near ? Bytes::ALL[Tag::PREFIXED_NEAR - 1 + $distance] : Bytes::ALL[Tag::PREFIXED] . Bytes::ALL[$distance])
            . Bytes::ALL[$common] . Bytes::varlen($rest) . substr($string, $common);
    }

    /** A tag for a number of one byte, or of more, with the number. */
    private static function long(int $tag, int $number): string
    {
        $size = Bytes::uintSize($number);
        return Bytes::ALL[$tag + $size - 1] . Bytes::store($number, $size);
    }
}
