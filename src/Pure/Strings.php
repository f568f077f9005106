<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Stream\Hashes;
use Lyo\Stream\Table;
use Lyo\Wire\Limit;
use Lyo\Wire\Tag;

use function strlen;
use function strncmp;
use function strspn;
use function substr;

/**
 * Keeps the strings of the body or of the preamble that have ids, decides which strings are looked for among them, and writes the tokens of strings
 * (spec sections 4.2, 6 and 6.5).
 *
 * @internal
 */
final class Strings
{
    // copies of Tag (tools/gen-tags.php)
    private const STRING_SHORT = 65;
    private const STRING_SHORT_LAST = 96;
    private const BACKREF_12 = 144;
    private const STRING_EMPTY = 163;
    private const STRING_CHAR = 165;
    private const STRING = 192;
    private const BACKREF = 208;
    private const PREFIXED = 227;
    private const PREFIXED_NEAR = 228;
    private const PREFIXED_NEAR_LAST = 231;
    private const PREFIXED_SHORT_NEAR = 232;
    private const PREFIXED_SHORT = 236;
    private const BACKREF_NEAR = 240;
    private const BACKREF_NEAR_LAST = 255;
    // copies of Limit
    private const LOOK_EACH = 16;
    private const LOOK_RUN = 32;
    private const PREFIX_HEAD = 6;
    private const PREFIX_LEAST = 4;
    private const PREFIX_MOST = 255;
    private const PREFIX_STRING = 12;
    /** Largest distance that is part of the tag of a back reference. */
    public const NEAR = self::BACKREF_NEAR_LAST - self::BACKREF_NEAR + 1;
    /** Largest distance that is part of the tag of a string with a prefix of an earlier one. */
    private const NEAR_PREFIX = self::PREFIXED_NEAR_LAST - self::PREFIXED_NEAR + 1;
    /** Largest length that is part of the tag of a string. */
    private const SHORT_SIZE = self::STRING_SHORT_LAST - self::STRING_SHORT + 2;

    /**
     * Ids by string, or by hash if there are many (see Table). Strings that were not looked for are not in it. Numeric strings become int keys,
     * which is safe, because there are no other int keys. The property has no native type, because the loops of the writer hold references to it, and a type would be checked at each write.
     *
     * @var array<int|string, int>
     */
    public $ids = [];
    /** Whether the keys of $ids are hashed. */
    public bool $hashed = false;
    /** Makes the hashes. Not there before. */
    private Hashes $hashes;
    /** Number of ids that were given. */
    public int $count = 0;
    /** Strings are looked for until this id is reached; then only one of LOOK_EACH is. Finding a string moves it LOOK_RUN ahead. */
    public int $lookUntil = self::LOOK_RUN;
    /** Whether the next string is looked for. If not, it is written as a new one. */
    public bool $looks = true;
    /** The last string of at least PREFIX_STRING bytes, with which the next one is compared; empty if there is none yet. */
    private string $last = '';
    /** Id of $last. */
    private int $lastId = 0;

    /** Returns the id of a string, or null if it was not met. */
    public function id(string $string): ?int
    {
        return $this->ids[$this->hashed ? $this->hashes->of($string) : $string] ?? null;
    }

    /** Hashes the keys of $ids, if there are many and this was not done yet. */
    public function grow(): void
    {
        if (!$this->hashed && $this->count >= Table::PLAIN) {
            $this->hashed = true;
            $this->hashes = new Hashes();
            $this->ids = $this->hashes->ofKeys($this->ids);
        }
    }

    /** Returns the token of a string in the preamble, where every string is looked for. */
    public function token(string $string): string
    {
        $id = $this->id($string);
        return $id !== null ? $this->again($id) : $this->add($string);
    }

    /** Must be called when a string was found: the next LOOK_RUN strings are all looked for then. */
    public function found(): void
    {
        $this->lookUntil = $this->count + self::LOOK_RUN;
    }

    /** Returns the back reference to the string with an id. */
    public function again(int $id): string
    {
        if ($this->count - $id <= self::NEAR) {
            return Bytes::ALL[self::BACKREF_NEAR - 1 + $this->count - $id];
        }
        return $id < 4096 ? Bytes::ALL[self::BACKREF_12 + ($id >> 8)] . Bytes::ALL[$id & 0xFF] : Bytes::tagged(self::BACKREF - 1, $id);
    }

    /** Returns the token of a string that is new or was not looked for. It gets an id if it has two bytes or more. */
    public function add(string $string): string
    {
        $size = strlen($string);
        if ($size < 2) {
            return $size === 0 ? Bytes::ALL[self::STRING_EMPTY] : Bytes::ALL[self::STRING_CHAR] . $string;
        }
        $id = $this->count++;
        if ($this->looks) {
            $this->grow();
            $this->ids[$this->hashed ? $this->hashes->of($string) : $string] = $id;
        }
        if ($id + 1 >= $this->lookUntil) {
            $this->looks = ($id + 1) % self::LOOK_EACH === 0;
        }
        if ($size >= self::PREFIX_STRING) {
            $earlier = $this->last;
            $distance = $id - $this->lastId;
            $this->last = $string;
            $this->lastId = $id;
            if ($distance <= self::PREFIX_MOST && strncmp($earlier, $string, self::PREFIX_HEAD) === 0) {
                return self::prefixed($string, $size, $earlier, $distance);
            }
        }
        if ($size <= self::SHORT_SIZE) {
            return Bytes::ALL[self::STRING_SHORT - 2 + $size] . $string;
        }
        return ($size < 256 ? Bytes::ALL[self::STRING] . Bytes::ALL[$size] : Bytes::tagged(self::STRING, $size)) . $string;
    }

    /** Returns the token of a string that begins with the same bytes as an earlier one. */
    private static function prefixed(string $string, int $size, string $earlier, int $distance): string
    {
        // XOR makes equal bytes zero, and strspn() counts them
        $common = strspn(($size > self::PREFIX_MOST ? substr($string, 0, self::PREFIX_MOST) : $string) ^ $earlier, "\0");
        $rest = $size - $common;
        $near = $distance <= self::NEAR_PREFIX;
        if ($rest < 16 && $common < self::PREFIX_LEAST + 16) {
            return ($near ? Bytes::ALL[self::PREFIXED_SHORT_NEAR - 1 + $distance] : Bytes::ALL[self::PREFIXED_SHORT] . Bytes::ALL[$distance])
                . Bytes::ALL[$rest << 4 | $common - self::PREFIX_LEAST] . substr($string, $common);
        }
        return ($near ? Bytes::ALL[self::PREFIXED_NEAR - 1 + $distance] : Bytes::ALL[self::PREFIXED] . Bytes::ALL[$distance])
            . Bytes::ALL[$common] . ($rest < 248 ? Bytes::ALL[$rest] : Bytes::varlen($rest)) . substr($string, $common);
    }
}
