<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Closure;
use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Limit;
use Lyo\Wire\Tag;

use function chr;
use function count;
use function is_array;
use function is_float;
use function is_int;
use function is_nan;
use function ord;
use function str_contains;
use function str_pad;
use function strlen;
use function strpos;
use function substr;
use function unpack;

/**
 * Reads the smallest tokens of a payload: numbers, leaves, strings and keys (spec sections 1 and 4).
 *
 * @internal
 */
abstract class Tokens
{
    /** Length of the longest string whose length is part of the tag. */
    protected const SHORT_STRING = Tag::STRING_SHORT_LAST - Tag::STRING_SHORT + 2;

    // Properties with a default value are set faster in the constructor.
    protected string $data = '';
    /** Offset of the next byte to read. */
    protected int $at = 0;
    /** Offset behind the last byte that may be read: the end of the preamble or of the payload. */
    protected int $end = 0;
    /** Error code for a token that passes the end: Size in the preamble, otherwise Truncated. */
    protected ErrorCode $short = ErrorCode::Truncated;
    /** @var list<string> strings by id; has no native type, because loops hold references to it, and a type would be checked at each write */
    protected $strings = [];
    /** Upper limit for the bytes of each string, without those that it shares with an earlier one. */
    protected int $longest = 255;
    /** @var list<string>|null strings of the preamble while the body is read; null while the preamble is read */
    protected ?array $names = null;
    /**
     * Explains bytes for Lyo\Tools\Dump\LyoHex. It is called for each part of a token that is no value of its own: name of the part, offset of its first
     * byte, offset behind its last byte, what it says, and for some parts a number. The names are listed at Head and Bulk.
     *
     * @var (Closure(string, int, int, mixed, int): void)|null
     */
    protected ?Closure $tell = null;

    protected function tell(string $part, int $from, mixed $value, int $number = 0): void
    {
        $this->tell === null || ($this->tell)($part, $from, $this->at, $value, $number);
    }

    protected function fail(ErrorCode $code, int $offset): LyoException
    {
        return Failure::at($code, $offset);
    }

    /** Returns the exception for a token that passes the end. */
    protected function ended(int $token): LyoException
    {
        return Failure::at($this->short, $token);
    }

    /** Skips $size bytes and returns the offset of the first one. Fails at $token if they are not there. */
    protected function skip(int $size, int $token): int
    {
        $from = $this->at;
        if ($size > $this->end - $from) {
            throw $this->ended($token);
        }
        $this->at = $from + $size;
        return $from;
    }

    /** Returns the unsigned number of 1 to 8 bytes at an offset. A number above PHP_INT_MAX becomes negative. The caller checks that the bytes are there. */
    protected function load(int $from, int $size): int
    {
        $data = $this->data;
        if ($size <= 4) {
            $number = ord($data[$from]);
            if ($size > 1) {
                $number |= ord($data[$from + 1]) << 8;
                if ($size > 2) {
                    $number |= ord($data[$from + 2]) << 16;
                    if ($size > 3) {
                        $number |= ord($data[$from + 3]) << 24;
                    }
                }
            }
            return $number;
        }
        $number = unpack('P', str_pad(substr($data, $from, $size), 8, "\0"));
        return is_array($number) && is_int($number[1]) ? $number[1] : 0;
    }

    /** Reads a varlen. A number from 2^63 on becomes negative. Errors stand at $token. */
    protected function varlen(int $token): int
    {
        if ($this->at >= $this->end) {
            throw $this->ended($token);
        }
        $byte = ord($this->data[$this->at++]);
        if ($byte < 248) {
            return $byte;
        }
        $size = $byte - 247;
        $number = $this->load($this->skip($size, $token), $size);
        if ($size === 1 ? $number < 248 : $this->data[$this->at - 1] === "\0") {
            throw $this->fail(ErrorCode::Overlong, $token);
        }
        return $number;
    }

    /** Reads a zigzag. Errors stand at $token. */
    protected function zigzag(int $token): int
    {
        $number = $this->varlen($token);
        return ($number >> 1 & PHP_INT_MAX) ^ -($number & 1);
    }

    /** Reads a tag, and behind it a number of $size bytes. The number must be above $most, the largest one that a shorter tag could hold. */
    protected function fixed(int $size, int $most): int
    {
        $token = $this->at++;
        $number = $this->load($this->skip($size, $token), $size);
        if ($number >= 0 && $number <= $most || $size > 1 && $this->data[$this->at - 1] === "\0") {
            throw $this->fail(ErrorCode::Overlong, $token);
        }
        return $number;
    }

    /** Reads a leaf of any type. */
    protected function leaf(): int|float|string|bool|null
    {
        if ($this->at >= $this->end) {
            throw $this->ended($this->at);
        }
        $tag = ord($this->data[$this->at]);
        return match (true) {
            $tag >= Tag::INT_SMALL && $tag <= Tag::INT_SMALL_LAST, $tag >= Tag::INT && $tag <= Tag::INT_LAST => $this->int($tag),
            $tag === Tag::NULL => $this->constant(null),
            $tag === Tag::FALSE => $this->constant(false),
            $tag === Tag::TRUE => $this->constant(true),
            $tag >= Tag::DECIMAL && $tag <= Tag::DOUBLE => $this->float($tag),
            default => $this->string(),
        };
    }

    private function constant(?bool $value): ?bool
    {
        $this->at++;
        return $value;
    }

    /** Reads an int whose tag is the next byte. */
    protected function int(int $tag): int
    {
        $token = $this->at;
        if ($tag <= Tag::INT_SMALL_LAST) {
            $this->at = $token + 1;
            return $tag - Tag::INT_SMALL - 1;
        }
        $size = $tag - Tag::INT + 1;
        if ($size >= $this->end - $token) {
            throw $this->ended($token);
        }
        $this->at = $token + 1 + $size;
        $value = $this->load($token + 1, $size) << 64 - 8 * $size >> 64 - 8 * $size;
        $high = $size === 1 ? (int) ($value < -1 || $value >= Tag::INT_SMALL_LAST - Tag::INT_SMALL) : $value >> 8 * $size - 9;
        if ($high === 0 || $high === -1) {
            throw $this->fail(ErrorCode::Overlong, $token);
        }
        return $value;
    }

    /** Reads a float whose tag is the next byte. Every NaN becomes the NaN of PHP. */
    protected function float(int $tag): float
    {
        $token = $this->at++;
        if ($tag === Tag::DOUBLE) {
            $value = unpack('e', $this->data, $this->skip(8, $token));
            return is_array($value) && is_float($value[1]) ? (is_nan($value[1]) ? NAN : $value[1]) : 0.0;
        }
        $size = $tag - Tag::DECIMAL + 1;
        $from = $this->skip(1 + $size, $token);
        $mantissa = $this->load($from + 1, $size) << 64 - 8 * $size >> 64 - 8 * $size;
        $scale = ord($this->data[$from]);
        if ($scale > Limit::READ_SCALE || Bytes::intSize($mantissa) !== $size) {
            throw $this->fail(ErrorCode::Overlong, $token);
        }
        return $mantissa / Bytes::POWERS[$scale];
    }

    /** Reads a string token. Any other tag is an error (TAG). */
    protected function string(): string
    {
        $token = $this->at;
        if ($token >= $this->end) {
            throw $this->ended($token);
        }
        $tag = ord($this->data[$token]);
        if ($tag >= Tag::STRING_SHORT && $tag <= Tag::STRING_SHORT_LAST) {
            $this->at++;
            $size = $tag - Tag::STRING_SHORT + 2;
            return $this->strings[] = substr($this->data, $this->skip($size, $token), $size);
        }
        if ($tag >= Tag::BACKREF_NEAR) {
            $this->at++;
            return $this->strings[count($this->strings) - ($tag - Tag::BACKREF_NEAR + 1)] ?? throw $this->fail(ErrorCode::StringId, $token);
        }
        if ($tag >= Tag::PREFIXED && $tag <= Tag::PREFIXED_SHORT) {
            return $this->prefixed($tag);
        }
        if ($tag >= Tag::BACKREF_12 && $tag <= Tag::BACKREF_12_LAST) {
            $this->at++;
            return $this->known(($tag - Tag::BACKREF_12) << 8 | ord($this->data[$this->skip(1, $token)]), $token);
        }
        if ($this->names !== null && $tag >= Tag::NAME && $tag <= Tag::NAME_LAST) {
            $this->at++;
            $id = ($tag - Tag::NAME) << 8 | ord($this->data[$this->skip(1, $token)]);
            return $this->names[$id] ?? throw $this->fail(ErrorCode::StringId, $token);
        }
        if ($tag === Tag::STRING_EMPTY) {
            $this->at++;
            return '';
        }
        if ($tag === Tag::STRING_CHAR) {
            $this->at++;
            return $this->data[$this->skip(1, $token)];
        }
        if ($tag >= Tag::STRING && $tag <= Tag::STRING_LAST) {
            return $this->longString($tag);
        }
        if ($tag >= Tag::BACKREF && $tag <= Tag::BACKREF_LAST) {
            return $this->known($this->fixed($tag - Tag::BACKREF + 2, 4095), $token);
        }
        throw $this->fail(ErrorCode::Tag, $token);
    }

    /** Reads a string whose length has bytes of its own. */
    protected function longString(int $tag): string
    {
        $token = $this->at;
        $size = $this->fixed($tag - Tag::STRING + 1, self::SHORT_STRING);
        $from = $this->skip($size < 0 ? PHP_INT_MAX : $size, $token);
        if ($size > $this->longest) {
            $this->longest = $size;
        }
        return $this->strings[] = substr($this->data, $from, $size);
    }

    /** Returns the string with an id. One of the last 16 strings is an error, because BACKREF_NEAR is the only form for them. */
    protected function known(int $id, int $token): string
    {
        $string = $this->strings[$id] ?? throw $this->fail(ErrorCode::StringId, $token);
        if (count($this->strings) - $id <= Strings::NEAR) {
            throw $this->fail(ErrorCode::Overlong, $token);
        }
        return $string;
    }

    /** Reads a string that begins with the same bytes as an earlier one. */
    protected function prefixed(int $tag): string
    {
        $token = $this->at;
        if ($tag >= Tag::PREFIXED_NEAR && $tag <= Tag::PREFIXED_NEAR_LAST && $token + 2 < $this->end) {
            // fast path for the frequent forms; it leaves errors to the code below
            $common = ord($this->data[$token + 1]);
            $rest = ord($this->data[$token + 2]);
            $earlier = $this->strings[count($this->strings) - ($tag - (Tag::PREFIXED_NEAR - 1))] ?? '';
            if ($rest < 248 && $common <= strlen($earlier) && $rest <= $this->end - $token - 3 && $common >= Limit::PREFIX_LEAST && ($common >= Limit::PREFIX_LEAST + 16 || $rest >= 16)) {
                $this->at = $token + 3 + $rest;
                return $this->strings[] = substr($earlier, 0, $common) . substr($this->data, $token + 3, $rest);
            }
        } elseif ($tag >= Tag::PREFIXED_SHORT_NEAR && $tag <= Tag::PREFIXED_SHORT_NEAR_LAST && $token + 1 < $this->end) {
            // fast path for the frequent forms; it leaves errors to the code below
            $byte = ord($this->data[$token + 1]);
            $common = Limit::PREFIX_LEAST + ($byte & 15);
            $rest = $byte >> 4;
            $earlier = $this->strings[count($this->strings) - ($tag - (Tag::PREFIXED_SHORT_NEAR - 1))] ?? '';
            if ($common <= strlen($earlier) && $rest <= $this->end - $token - 2) {
                $this->at = $token + 2 + $rest;
                return $this->strings[] = substr($earlier, 0, $common) . substr($this->data, $token + 2, $rest);
            }
        }
        $this->at++;
        $packed = $tag >= Tag::PREFIXED_SHORT_NEAR;
        $near = $tag !== Tag::PREFIXED && $tag !== Tag::PREFIXED_SHORT;
        $distance = $near ? $tag - ($packed ? Tag::PREFIXED_SHORT_NEAR : Tag::PREFIXED_NEAR) + 1 : ord($this->data[$this->skip(1, $token)]);
        $common = ord($this->data[$this->skip(1, $token)]);
        if ($packed) {
            $rest = $common >> 4;
            $common = Limit::PREFIX_LEAST + ($common & 15);
        } else {
            $rest = $this->varlen($token);
        }
        if ($distance === 0) {
            throw $this->fail(ErrorCode::StringId, $token);
        }
        $fits = $common < Limit::PREFIX_LEAST + 16 && $rest >= 0 && $rest < 16;
        $nearest = Tag::PREFIXED_NEAR_LAST - Tag::PREFIXED_NEAR + 1;
        if ($common < Limit::PREFIX_LEAST || !$near && $distance <= $nearest || $fits !== $packed) {
            throw $this->fail(ErrorCode::Overlong, $token);
        }
        $earlier = $this->strings[count($this->strings) - $distance] ?? throw $this->fail(ErrorCode::StringId, $token);
        if ($common > strlen($earlier)) {
            throw $this->fail(ErrorCode::Size, $token);
        }
        if ($rest > $this->longest) {
            $this->longest = $rest;
        }
        $from = $this->skip($rest < 0 ? PHP_INT_MAX : $rest, $token);
        return $this->strings[] = substr($earlier, 0, $common) . substr($this->data, $from, $rest);
    }

    private function isString(int $tag): bool
    {
        return $tag >= Tag::BACKREF_NEAR || $tag >= Tag::PREFIXED && $tag <= Tag::PREFIXED_SHORT
            || $this->names !== null && $tag >= Tag::NAME && $tag <= Tag::NAME_LAST || $tag >= Tag::STRING_SHORT && $tag <= Tag::STRING_SHORT_LAST || $tag >= Tag::BACKREF_12 && $tag <= Tag::BACKREF_12_LAST
            || $tag === Tag::STRING_CHAR || $tag === Tag::STRING_EMPTY || $tag >= Tag::STRING && $tag <= Tag::STRING_LAST
            || $tag >= Tag::BACKREF && $tag <= Tag::BACKREF_LAST;
    }

    /**
     * Reads a key. A protected or private name is returned in its mangled form, as in the memory of PHP.
     *
     * @param string|null $class class of the state that the key belongs to; null for a map
     */
    protected function key(?string $class): int|string
    {
        $token = $this->at;
        if ($token >= $this->end) {
            throw $this->ended($token);
        }
        $tag = ord($this->data[$token]);
        if ($this->isString($tag)) {
            $key = $this->string();
            if ($key !== '' && $key[0] <= '9') {
                if ($class === null ? (string) (int) $key === $key : self::isMangled($key)) {
                    throw $this->fail($class === null ? ErrorCode::NumericKey : ErrorCode::Key, $token);
                }
            }
            return $key;
        }
        if ($tag >= Tag::INT_SMALL && $tag <= Tag::INT_SMALL_LAST || $tag >= Tag::INT && $tag <= Tag::INT_LAST) {
            return $this->int($tag);
        }
        if ($class === null || $tag < Tag::KEY_PROTECTED || $tag > Tag::KEY_PRIVATE_OF) {
            throw $this->fail(ErrorCode::Key, $token);
        }
        return $this->propertyKey($tag, $class);
    }

    /** Reads the key of a protected or private property. */
    private function propertyKey(int $tag, string $class): string
    {
        $token = $this->at++;
        $owner = match ($tag) {
            Tag::KEY_PROTECTED => '*',
            Tag::KEY_PRIVATE => $class,
            default => $this->string(),
        };
        $name = $this->string();
        if (strlen($owner) + strlen($name) + 2 > Limit::MANGLED
            || $tag !== Tag::KEY_PROTECTED && ($owner === '' || $owner === '*' || str_contains($owner, "\0") || $tag === Tag::KEY_PRIVATE_OF && $owner === $class)) {
            throw $this->fail(ErrorCode::Key, $token);
        }
        return "\0$owner\0$name";
    }

    /** Tells whether a name has the form of a mangled one (NUL, a class or an asterisk, NUL, name), and is not too long for it. */
    private static function isMangled(string $key): bool
    {
        return strlen($key) > 2 && strlen($key) <= Limit::MANGLED && $key[0] === "\0" && $key[1] !== "\0" && strpos($key, chr(0), 2) !== false;
    }
}
