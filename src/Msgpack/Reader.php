<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Msgpack;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Native\References;
use Lyo\Native\Writer;
use Lyo\Stream\Sink;
use Lyo\Wire\ErrorCode;

use function is_float;
use function is_int;
use function is_string;
use function ord;
use function str_pad;
use function str_split;
use function strlen;
use function substr;
use function unpack;

/**
 * Reads MessagePack and passes it to a sink. The msgpack extension of PHP writes an object as a map whose first key is null; such a map is passed as
 * an object, with class and properties. Its maps for PHP arrays are passed as arrays. Maps of other kinds that the extension marks in this way are
 * refused, and extension types of MessagePack are passed as strings.
 *
 * @internal
 */
final class Reader
{
    /** Offset of the next byte to read. */
    private int $at = 0;

    private function __construct(private readonly string $data, private readonly Sink $sink) {}

    /** Tells whether the data are exactly one well-formed value. */
    public static function fits(string $data): bool
    {
        try {
            self::read($data, new References());
            return true;
        } catch (LyoException) {
            return false;
        }
    }

    /**
     * Returns the text of serialize() for the value.
     *
     * @throws LyoException
     */
    public static function toNative(string $data): string
    {
        $writer = new Writer();
        self::read($data, $writer);
        return $writer->text();
    }

    /**
     * Reads data that hold one value and nothing else.
     *
     * @throws LyoException
     */
    public static function read(string $data, Sink $sink): void
    {
        $reader = new self($data, $sink);
        $reader->value(0);
        if ($reader->at !== strlen($data)) {
            throw Failure::at(ErrorCode::Trailing, $reader->at);
        }
    }

    private function value(int $depth): void
    {
        $at = $this->at;
        $byte = $this->byte();
        if ($depth > 4096) {
            throw Failure::at(ErrorCode::Depth, $at);
        }
        match (true) {
            $byte <= 0x7F => $this->sink->int($byte),
            $byte <= 0x8F => $this->map($byte & 0x0F, $at, $depth),
            $byte <= 0x9F => $this->list($byte & 0x0F, $at, $depth),
            $byte <= 0xBF => $this->sink->string($this->take($byte & 0x1F, $at)),
            $byte >= 0xE0 => $this->sink->int($byte - 256),
            default => $this->wide($byte, $at, $depth),
        };
    }

    /** Reads a value whose first byte tells the type only. */
    private function wide(int $byte, int $at, int $depth): void
    {
        match ($byte) {
            0xC0 => $this->sink->null(),
            0xC2 => $this->sink->bool(false),
            0xC3 => $this->sink->bool(true),
            0xC4, 0xC5, 0xC6 => $this->sink->string($this->take($this->number(1 << $byte - 0xC4, $at), $at)),
            0xC7, 0xC8, 0xC9 => $this->sink->string($this->take($this->number(1 << $byte - 0xC7, $at) + 1, $at)),
            0xCA => $this->sink->float($this->float('G', 4, $at)),
            0xCB => $this->sink->float($this->float('E', 8, $at)),
            0xCC, 0xCD, 0xCE, 0xCF => $this->sink->int($this->number(1 << $byte - 0xCC, $at)),
            0xD0, 0xD1, 0xD2, 0xD3 => $this->sink->int($this->signed(1 << $byte - 0xD0, $at)),
            0xD4, 0xD5, 0xD6, 0xD7, 0xD8 => $this->sink->string($this->take((1 << $byte - 0xD4) + 1, $at)),
            0xD9, 0xDA, 0xDB => $this->sink->string($this->take($this->number(1 << $byte - 0xD9, $at), $at)),
            0xDC, 0xDD => $this->list($this->number(2 << $byte - 0xDC, $at), $at, $depth),
            0xDE, 0xDF => $this->map($this->number(2 << $byte - 0xDE, $at), $at, $depth),
            default => throw Failure::at(ErrorCode::Tag, $at),
        };
    }

    private function list(int $count, int $at, int $depth): void
    {
        $this->claim($count, $at);
        $this->sink->beginArray($count);
        for ($i = 0; $i < $count; $i++) {
            $this->sink->key($i);
            $this->value($depth + 1);
        }
        $this->sink->end($count);
    }

    private function map(int $count, int $at, int $depth): void
    {
        $this->claim(2 * $count, $at);
        $begun = false;
        $entries = 0;
        for ($i = 0; $i < $count; $i++) {
            $from = $this->at;
            if ($i === 0 && ($this->data[$from] ?? '') === "\xC0") {
                // null as the first key: the value behind it tells what the msgpack extension has written as a map
                $this->at++;
                $begun = $this->special($count - 1);
                continue;
            }
            if (!$begun) {
                $this->sink->beginArray($count);
                $begun = true;
            }
            $this->sink->key($this->key($from));
            $this->value($depth + 1);
            $entries++;
        }
        if (!$begun) {
            $this->sink->beginArray(0);
        }
        $this->sink->end($entries);
    }

    /** Reads the value behind a null key. Begins an object and returns true if it is a class name; returns false for a PHP array. */
    private function special(int $count): bool
    {
        $from = $this->at;
        if (($this->data[$from] ?? '') === "\1") {
            $this->at++;
            return false;
        }
        $class = $this->key($from);
        if (!is_string($class) || $class === '') {
            throw Failure::corrupt('a kind of map that only the extension msgpack can read', $from);
        }
        $this->sink->beginObject($class, $count);
        return true;
    }

    private function key(int $at): int|string
    {
        $byte = $this->byte();
        return match (true) {
            $byte <= 0x7F => $byte,
            $byte >= 0xE0 => $byte - 256,
            $byte === 0xC0 => '', // PHP uses an empty string if null is used as a key
            $byte >= 0xA0 && $byte <= 0xBF => $this->take($byte & 0x1F, $at),
            $byte >= 0xC4 && $byte <= 0xC6 => $this->take($this->number(1 << $byte - 0xC4, $at), $at),
            $byte >= 0xD9 && $byte <= 0xDB => $this->take($this->number(1 << $byte - 0xD9, $at), $at),
            $byte >= 0xCC && $byte <= 0xCF => $this->number(1 << $byte - 0xCC, $at),
            $byte >= 0xD0 && $byte <= 0xD3 => $this->signed(1 << $byte - 0xD0, $at),
            default => throw Failure::at(ErrorCode::Key, $at),
        };
    }

    /** Checks that there are at least $count bytes. $at is the offset of the token, for errors. */
    private function claim(int $count, int $at): void
    {
        if ($count > strlen($this->data) - $this->at) {
            throw Failure::truncated($at);
        }
    }

    private function byte(): int
    {
        if ($this->at >= strlen($this->data)) {
            throw Failure::truncated($this->at);
        }
        return ord($this->data[$this->at++]);
    }

    /** Reads $size bytes. */
    private function take(int $size, int $at): string
    {
        $this->claim($size, $at);
        $bytes = substr($this->data, $this->at, $size);
        $this->at += $size;
        return $bytes;
    }

    /** Reads an unsigned number of $size bytes, which must fit an int. */
    private function number(int $size, int $at): int
    {
        $number = 0;
        foreach (str_split($this->take($size, $at)) as $byte) {
            $number = $number << 8 | ord($byte);
        }
        if ($number < 0) {
            throw Failure::corrupt('a number beyond 63 bits', $at);
        }
        return $number;
    }

    /** Reads a number of $size bytes in two's complement. */
    private function signed(int $size, int $at): int
    {
        $bytes = $this->take($size, $at);
        $value = unpack('J', str_pad($bytes, 8, ord($bytes[0]) > 127 ? "\xFF" : "\0", STR_PAD_LEFT));
        return is_int($value[1] ?? null) ? $value[1] : 0;
    }

    /** Reads a float of $size bytes. $code is its format for unpack(). */
    private function float(string $code, int $size, int $at): float
    {
        $value = unpack($code, $this->take($size, $at));
        return is_float($value[1] ?? null) ? $value[1] : 0.0;
    }
}
