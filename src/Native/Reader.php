<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Native;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Stream\Located;
use Lyo\Stream\Places;
use Lyo\Stream\Position;
use Lyo\Stream\Sink;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Limit;

use function count;
use function explode;
use function hex2bin;
use function intdiv;
use function is_numeric;
use function ltrim;
use function preg_match;
use function str_starts_with;
use function strcspn;
use function strlen;
use function strpos;
use function strspn;
use function substr;
use function substr_compare;
use function trim;

/**
 * Reads the text of serialize() and passes it to a sink, token by token. No class is loaded, and the memory that is needed depends on the depth only.
 *
 * The reader accepts what serialize() writes, and other forms that unserialize() accepts: ints with a plus sign or leading zeros, floats with other
 * digits, and strings with escapes (S:). A back reference must name an earlier slot.
 *
 * @internal
 */
final class Reader implements Position
{
    /** Maximum number of payloads within each other. Each one stays in memory as a copy while those within it are read. */
    private const PAYLOADS = 32;

    /** Offset of the next byte to read. */
    private int $at = 0;
    private int $depth = 0;
    /** Number of entries that arrays and objects claimed so far. */
    private int $elements = 0;
    /** Number of slots so far. */
    private int $slot = 0;
    /** Number of payloads that this text stands in. */
    private int $payloads = 0;

    private function __construct(
        private readonly string $text,
        private readonly Sink $sink,
        private readonly int $maxDepth,
        private readonly int $maxElements = 0,
    ) {}

    /**
     * Reads a text that holds one value and nothing else.
     *
     * @param int $maxDepth 0 for no limit
     * @param int $outer number of slots before the text, if it is a payload
     *
     * @throws LyoException with the offset of the token that cannot be accepted
     */
    public static function read(string $text, Sink $sink, int $maxDepth = 0, int $outer = 0): void
    {
        $reader = self::of($text, $sink, $maxDepth, 0);
        $reader->slot = $outer;
        $reader->whole();
    }

    /** Creates a reader that begins at offset $at. A sink that implements Located gets the positions of tokens through Places. */
    private static function of(string $text, Sink $sink, int $maxDepth, int $at, int $maxElements = 0): self
    {
        if ($sink instanceof Located) {
            $sink = new Places($sink);
        }
        $reader = new self($text, $sink, $maxDepth, $maxElements);
        $reader->at = $at;
        if ($sink instanceof Places) {
            $sink->follow($reader, $at);
        }
        return $reader;
    }

    public function position(): int
    {
        return $this->at;
    }

    /**
     * Reads one value at offset $at of a text. Other text may follow it.
     *
     * @param int $slots number of slots before the value
     * @param int $maxDepth 0 for no limit
     * @param int $maxElements maximum number of entries of all arrays and objects together; 0 for no limit
     *
     * @return array{int, int} offset behind the value; number of slots including those before it
     *
     * @throws LyoException
     */
    public static function readFrom(string $text, int $at, Sink $sink, int $slots, int $maxDepth = Limit::DEPTH, int $maxElements = 0): array
    {
        $reader = self::of($text, $sink, $maxDepth, $at, $maxElements);
        $reader->slot = $slots;
        $reader->values(1, 0);
        return [$reader->at, $reader->slot];
    }

    /**
     * Reads the payload of an object of this text. It is one level deeper than the object, as its properties would be.
     *
     * @throws LyoException
     */
    public function readPayload(string $payload, Sink $sink): void
    {
        if ($this->payloads >= self::PAYLOADS || $this->maxDepth > 0 && $this->depth >= $this->maxDepth) {
            throw Failure::limit('payloads nested too deeply', $this->at);
        }
        $reader = new self($payload, $sink, $this->maxDepth);
        $reader->slot = $this->slot;
        $reader->depth = $this->depth + 1;
        $reader->payloads = $this->payloads + 1;
        $reader->whole();
    }

    /** Reads one value and checks that nothing follows. */
    private function whole(): void
    {
        $this->values(1, 0);
        if ($this->at !== strlen($this->text)) {
            throw Failure::corrupt('bytes follow the value', $this->at);
        }
    }

    /**
     * Reads $count values, each behind its key if the container has keys.
     *
     * @param int $keys 0 for the root, which has no key; 1 for keys of an array; 2 for keys of an object
     */
    private function values(int $count, int $keys): void
    {
        $text = $this->text;
        $sink = $this->sink;
        $at = $this->at;
        while (--$count >= 0) {
            if ($keys !== 0) {
                $key = $this->key($at);
                $sink->key($key);
                $at = $this->at;
            }
            $type = $text[$at] ?? '';
            if ($type === 's') {
                // s:5:"bytes";
                $mark = isset($text[$at + 2]) ? strpos($text, ':', $at + 2) : false;
                $digits = $mark === false ? '' : substr($text, $at + 2, $mark - $at - 2);
                $size = (int) $digits;
                if ($mark === false || (string) $size !== $digits || substr_compare($text, ':"', $mark, 2) !== 0 || $text[$at + 1] !== ':'
                    || $size < 0 || $size > strlen($text) || substr($text, $mark + 2 + $size, 2) !== '";') {
                    $value = $this->oddString($at);
                    $at = $this->at;
                } else {
                    $value = substr($text, $mark + 2, $size);
                    $at = $mark + 4 + $size;
                }
                $this->slot++;
                $this->at = $at;
                $sink->string($value);
                continue;
            }
            if ($type === 'i') {
                $mark = isset($text[$at + 2]) ? strpos($text, ';', $at + 2) : false;
                $digits = $mark === false ? '' : substr($text, $at + 2, $mark - $at - 2);
                $value = (int) $digits;
                if ($mark === false || (string) $value !== $digits || $text[$at + 1] !== ':') {
                    $value = $this->oddInt($at);
                    $at = $this->at;
                } else {
                    $at = $mark + 1;
                }
                $this->slot++;
                $this->at = $at;
                $sink->int($value);
                continue;
            }
            if ($type === 'a') {
                $this->slot++;
                $n = $this->count($at, $at + 1);
                $this->enter($at, $n);
                $sink->beginArray($n);
                $this->values($n, 1);
                $at = $this->leave();
                $sink->end($n);
                continue;
            }
            $this->at = $at;
            $this->other($type);
            $at = $this->at;
        }
        $this->at = $at;
    }

    /** Reads a value whose type is not one of the most frequent ones. */
    private function other(string $type): void
    {
        $at = $this->at;
        switch ($type) {
            case 'N':
                $this->literal($at, 'N;');
                $this->slot++;
                $this->sink->null();
                return;
            case 'b':
                $value = ($this->text[$at + 2] ?? '') === '1';
                $this->literal($at, $value ? 'b:1;' : 'b:0;');
                $this->slot++;
                $this->sink->bool($value);
                return;
            case 'd':
                $this->slot++;
                $this->sink->float($this->float($at));
                return;
            case 'S':
                $this->slot++;
                $this->sink->string($this->oddString($at));
                return;
            case 'O':
                $this->object($at);
                return;
            case 'C':
                $this->custom($at);
                return;
            case 'E':
                $this->enumCase($at);
                return;
            case 'r':
                $slot = $this->backReference($at);
                $this->slot++;
                $this->sink->sameObject($slot);
                return;
            case 'R':
                $this->sink->sameSlot($this->backReference($at));
                return;
            default:
                throw $this->unexpected($at);
        }
    }

    private function key(int $at): int|string
    {
        $text = $this->text;
        $type = $text[$at] ?? '';
        if ($type === 's') {
            $mark = isset($text[$at + 2]) ? strpos($text, ':', $at + 2) : false;
            $digits = $mark === false ? '' : substr($text, $at + 2, $mark - $at - 2);
            $size = (int) $digits;
            if ($mark === false || (string) $size !== $digits || substr_compare($text, ':"', $mark, 2) !== 0 || $text[$at + 1] !== ':'
                || $size < 0 || $size > strlen($text) || substr($text, $mark + 2 + $size, 2) !== '";') {
                return $this->oddString($at);
            }
            $this->at = $mark + 4 + $size;
            return substr($text, $mark + 2, $size);
        }
        if ($type === 'i') {
            $mark = isset($text[$at + 2]) ? strpos($text, ';', $at + 2) : false;
            $digits = $mark === false ? '' : substr($text, $at + 2, $mark - $at - 2);
            $value = (int) $digits;
            if ($mark === false || (string) $value !== $digits || $text[$at + 1] !== ':') {
                return $this->oddInt($at);
            }
            $this->at = $mark + 1;
            return $value;
        }
        if ($type === 'S') {
            return $this->oddString($at);
        }
        throw $type === '' ? Failure::truncated($at) : Failure::corrupt('not a key', $at);
    }

    private function object(int $at): void
    {
        $class = $this->className($at);
        $this->slot++;
        $n = $this->count($at, $this->at, true);
        $this->enter($at, $n, true);
        $this->sink->beginObject($class, $n);
        $this->values($n, 2);
        $this->leave();
        $this->sink->end($n);
    }

    private function custom(int $at): void
    {
        $class = $this->className($at);
        $size = $this->count($at, $this->at, true);
        $payload = substr($this->text, $this->at, $size);
        $this->at += $size;
        if (strlen($payload) !== $size) {
            throw Failure::truncated($at);
        }
        $this->literal($at, '}', $this->at);
        $this->slot++;
        $slots = Payload::slots($payload, $this->slot, $this);
        $this->slot += $slots;
        $this->sink->custom($class, $payload, $slots);
    }

    private function enumCase(int $at): void
    {
        $name = $this->quoted($at, '";');
        $parts = explode(':', $name);
        if (count($parts) !== 2 || $parts[0] === '' || $parts[1] === '') {
            throw Failure::corrupt('not the name of an enum case', $at);
        }
        $this->slot++;
        $this->sink->enumCase($parts[0], $parts[1]);
    }

    /** Reads O:5:"Class" at offset $at and moves behind it. */
    private function className(int $at): string
    {
        $class = $this->quoted($at, '"');
        if ($class === '') {
            throw Failure::corrupt('a class without a name', $at);
        }
        return $class;
    }

    /** Reads x:5:"bytes at offset $at, where x is any letter, and then $end. Moves behind it and returns the bytes. */
    private function quoted(int $at, string $end): string
    {
        $size = $this->size($at, $at + 1, ':');
        $this->literal($at, '"', $this->at);
        $bytes = substr($this->text, $this->at, $size);
        if (strlen($bytes) !== $size) {
            throw Failure::truncated($at);
        }
        $this->at += $size;
        $this->literal($at, $end, $this->at);
        return $bytes;
    }

    /** Reads :5:{ at offset $from and moves behind it. $at is the offset of the token, for errors. unserialize() takes a sign before the number of an object, and no number for 0. */
    private function count(int $at, int $from, bool $object = false): int
    {
        $count = $this->size($at, $from, ':', $object);
        $this->literal($at, '{', $this->at);
        return $count;
    }

    /** Reads a colon, digits and $mark at offset $from and moves behind them. $at is the offset of the token, for errors. */
    private function size(int $at, int $from, string $mark, bool $signed = false): int
    {
        $this->literal($at, ':', $from);
        $sign = $signed ? strspn($this->text, '+-', $this->at, 1) : 0;
        $negative = $sign === 1 && $this->text[$this->at] === '-';
        $this->at += $sign;
        $digits = strspn($this->text, '0123456789', $this->at);
        $size = substr($this->text, $this->at, $digits);
        $this->at += $digits;
        $this->literal($at, $mark, $this->at);
        $number = (int) $size;
        if ($digits === 0 && !$signed || $digits > 18 && strlen(ltrim($size, '0')) > 18 || $negative && $number > 0) {
            throw Failure::corrupt('not a number', $at);
        }
        return $number;
    }

    /** Begins a container of $count entries. An array without entries is no level, as in unserialize(). */
    private function enter(int $at, int $count, bool $object = false): void
    {
        // An entry has at least four bytes of key and two of value. A container that claims more entries than that is refused at once.
        if ($count > intdiv(strlen($this->text) - $this->at, 6)) {
            throw Failure::truncated($at);
        }
        if ($this->maxDepth > 0 && ($object || $count > 0) && $this->depth >= $this->maxDepth) {
            throw Failure::limit('nested too deeply', $at);
        }
        $this->elements += $count;
        if ($this->maxElements > 0 && $this->elements > $this->maxElements) {
            throw Failure::at(ErrorCode::Elements, $at);
        }
        $this->depth++;
    }

    /** Ends a container and returns the offset behind it. */
    private function leave(): int
    {
        $this->depth--;
        $this->literal($this->at, '}', $this->at);
        return $this->at;
    }

    private function float(int $at): float
    {
        $mark = strpos($this->text, ';', $at);
        if ($mark === false) {
            $begins = preg_match('/\A(?:|:(?:N(?:AN?)?|-?I(?:NF?)?|[+-]?(?:\d*\.?\d*|(?:\d+\.?\d*|\.\d+)[eE][+-]?\d*)))\z/', substr($this->text, $at + 1)) === 1;
            throw $begins ? Failure::truncated($at) : Failure::corrupt('not a float', $at);
        }
        $this->literal($at, ':', $at + 1);
        $digits = substr($this->text, $at + 2, $mark - $at - 2);
        $this->at = $mark + 1;
        return match ($digits) {
            'NAN' => NAN,
            'INF' => INF,
            '-INF' => -INF,
            default => is_numeric($digits) && trim($digits, " \n\r\t\v\f") === $digits ? (float) $digits : throw Failure::corrupt('not a float', $at),
        };
    }

    /** Reads an int that is not in the form in which serialize() writes it. */
    private function oddInt(int $at): int
    {
        if (preg_match('/\Gi:([+-]?)0*(\d{1,19});/', $this->text, $match, 0, $at) !== 1) {
            throw preg_match('/\Gi(?::[+-]?\d*)?\z/', $this->text, $match, 0, $at) === 1 ? Failure::truncated($at) : $this->unexpected($at);
        }
        $value = ($match[1] === '-' ? '-' : '') . $match[2];
        if ((string) (int) $value !== ($value === '-0' ? '0' : $value)) {
            throw Failure::corrupt('not an int of 64 bits', $at);
        }
        $this->at = $at + strlen($match[0]);
        return (int) $value;
    }

    /** Reads a string with escapes or with leading zeros in its size, or fails if there is no valid string. */
    private function oddString(int $at): string
    {
        if ($this->text[$at] === 's') {
            return $this->quoted($at, '";');
        }
        $size = $this->size($at, $at + 1, ':');
        $this->literal($at, '"', $this->at);
        $string = '';
        while (strlen($string) < $size) {
            $plain = strcspn($this->text, '\\', $this->at, $size - strlen($string));
            $string .= substr($this->text, $this->at, $plain);
            $this->at += $plain;
            if (strlen($string) < $size) {
                $hex = substr($this->text, $this->at, 3);
                if (strlen($hex) < 3 || $hex[0] !== '\\' || strspn($hex, '0123456789abcdefABCDEF', 1) !== 2) {
                    throw strlen($hex) < 3 ? Failure::truncated($at) : Failure::corrupt('not an escape', $at);
                }
                $string .= (string) hex2bin(substr($hex, 1));
                $this->at += 3;
            }
        }
        $this->literal($at, '";', $this->at);
        return $string;
    }

    /** Reads a back reference and returns the slot that it names. */
    private function backReference(int $at): int
    {
        $slot = $this->size($at, $at + 1, ';');
        if ($slot < 1 || $slot > $this->slot) {
            throw Failure::corrupt('back reference to a value that does not exist', $at);
        }
        return $slot;
    }

    /** Checks that $bytes stand at offset $from (default $at) and moves behind them. $at is the offset of the token, for errors. */
    private function literal(int $at, string $bytes, ?int $from = null): void
    {
        $from ??= $at;
        $size = strlen($bytes);
        $there = substr($this->text, $from, $size);
        if ($there !== $bytes) {
            throw strlen($there) < $size && str_starts_with($bytes, $there) ? Failure::truncated($at) : $this->unexpected($at);
        }
        $this->at = $from + $size;
    }

    /** Returns the exception for bytes that are no value. */
    private function unexpected(int $at): LyoException
    {
        return $at >= strlen($this->text) ? Failure::truncated($at) : Failure::corrupt('not a value of serialize()', $at);
    }
}
