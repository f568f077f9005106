<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Igbinary;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Native\Payload;
use Lyo\Native\Writer as NativeWriter;
use Lyo\Stream\Located;
use Lyo\Stream\Places;
use Lyo\Stream\Position;
use Lyo\Stream\Sink;
use Lyo\Wire\ErrorCode;

use function is_float;
use function is_int;
use function is_string;
use function ord;
use function str_contains;
use function str_starts_with;
use function strlen;
use function substr;
use function unpack;

/**
 * Reads igbinary, version 1 or 2, and passes it to a sink, token by token. No class is loaded.
 *
 * The reader accepts what igbinary_unserialize() accepts, with two exceptions. It refuses ints that do not fit 64 bits, which igbinary reads as 0,
 * and an array that contains itself without a PHP reference. An array that shares its storage with an earlier one is passed to the sink again,
 * because serialize() would write it again, too. The number of values that come from such arrays is limited.
 *
 * @internal
 */
final class Reader implements Position
{
    // kinds of values that have ids
    private const ARRAY = 0;
    private const OBJECT = 1;
    private const REFERENCE = 2;
    /** Maximum number of values that shared arrays may unfold to. */
    private const UNFOLDED = 100_000;
    /** Number of values that each byte of data allows in addition. */
    private const UNFOLDED_PER_BYTE = 32;

    /** Offset of the next byte to read. */
    private int $at = 4;
    private int $depth = 0;
    /** Number of entries that arrays and objects claimed so far. */
    private int $elements = 0;
    /** Number of slots so far. */
    private int $slot = 0;
    /** @var list<string> by string id */
    private array $strings = [];
    /** @var list<array{int, int, int}> by id: kind, slot, offset of the first byte */
    private array $ids = [];
    /** @var array<int, array{int, int}> by offset of an object, or of the tag of a PHP reference: slot, offset behind it */
    private array $known = [];
    /** @var array<int, int> by offset of an array that was read to its end: offset behind it */
    private array $ends = [];
    /** Whether an earlier value is being read again, because it shares its storage. */
    private bool $again = false;
    /** Whether the array that begins is the value of a PHP reference. */
    private bool $member = false;
    /** Number of values that shared arrays may still unfold to. */
    private int $unfolded;
    /** While $again: offset behind the back reference to the shared value. */
    private int $behind = 0;

    private function __construct(
        private readonly string $bytes,
        private readonly Sink $sink,
        private readonly int $maxDepth,
        private readonly int $maxElements,
    ) {
        $this->unfolded = self::UNFOLDED + self::UNFOLDED_PER_BYTE * strlen($bytes);
    }

    /**
     * Reads a message, which holds one value and nothing else.
     *
     * @param int $maxDepth 0 for no limit
     * @param int $maxElements maximum number of entries of all arrays and objects together; 0 for no limit
     *
     * @throws LyoException with the offset of the token that cannot be accepted
     */
    public static function read(string $bytes, Sink $sink, int $maxDepth = 0, int $maxElements = 0): void
    {
        $header = substr($bytes, 0, 4);
        if ($header !== "\0\0\0\1" && $header !== "\0\0\0\2") {
            throw match (true) {
                str_starts_with("\0\0\0", substr($header, 0, 3)) && strlen($header) < 4 => Failure::truncated(0),
                str_starts_with($header, "\0\0\0") => Failure::at(ErrorCode::Version, 0),
                default => Failure::corrupt('not igbinary data', 0),
            };
        }
        $sink = $sink instanceof Located ? new Places($sink) : $sink;
        $reader = new self($bytes, $sink, $maxDepth, $maxElements);
        if ($sink instanceof Places) {
            $sink->follow($reader, $reader->at);
        }
        $reader->value();
        if ($reader->at !== strlen($bytes)) {
            throw Failure::at(ErrorCode::Trailing, $reader->at);
        }
    }

    /**
     * Returns the text of serialize() for the value of a message.
     *
     * @throws LyoException
     */
    public static function toNative(string $bytes, int $maxDepth = 0, int $maxElements = 0): string
    {
        $writer = new NativeWriter();
        self::read($bytes, $writer, $maxDepth, $maxElements);
        return $writer->text();
    }

    /** Returns the offset behind the token. A shared array has the position of its back reference, and the values in it have no bytes of their own. */
    public function position(): int
    {
        return $this->again ? $this->behind : $this->at;
    }

    private function value(): void
    {
        $at = $this->at;
        $tag = $this->byte($at);
        $this->at = $at + 1;
        if ($this->again && --$this->unfolded < 0) {
            throw Failure::limit('arrays that share their storage expand to too many values', $at);
        }
        match ($tag) {
            Tag::NULL, Tag::FALSE, Tag::TRUE, Tag::DOUBLE => $this->plain($at, $tag),
            0x14, 0x15, 0x16 => $this->array($at, $this->number($at, $tag - Tag::ARRAY)),
            0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C => $this->object($at, $tag),
            0x01, 0x02, 0x03 => $this->sameAgain($at, $this->number($at, $tag - Tag::SAME_SLOT), false),
            0x22, 0x23, 0x24 => $this->sameAgain($at, $this->number($at, $tag - Tag::SAME_OBJECT), false),
            Tag::REFERENCE => $this->reference($at),
            default => $this->intOrString($at, $tag),
        };
    }

    private function plain(int $at, int $tag): void
    {
        $this->slot++;
        match ($tag) {
            Tag::NULL => $this->sink->null(),
            Tag::DOUBLE => $this->sink->float($this->double($at)),
            default => $this->sink->bool($tag === Tag::TRUE),
        };
    }

    private function intOrString(int $at, int $tag): void
    {
        $value = $this->scalar($at, $tag) ?? throw Failure::at(ErrorCode::Tag, $at);
        $this->slot++;
        is_int($value) ? $this->sink->int($value) : $this->sink->string($value);
    }

    /** Reads an int or string whose tag has been read. Returns null for any other tag. */
    private function scalar(int $at, int $tag): int|string|null
    {
        return match ($tag) {
            Tag::STRING_EMPTY => '',
            0x0E, 0x0F, 0x10 => $this->strings[$this->number($at, $tag - Tag::STRING_ID)] ?? throw Failure::at(ErrorCode::StringId, $at),
            0x11, 0x12, 0x13 => $this->newString($at, $this->number($at, $tag - Tag::STRING)),
            Tag::STRING_64 => $this->newString($at, $this->number($at, 3)),
            0x06, 0x08, 0x0A => $this->number($at, ($tag - Tag::INT_8) >> 1),
            0x07, 0x09, 0x0B => -$this->number($at, ($tag - Tag::INT_8) >> 1),
            Tag::INT_64 => $this->number($at, 3),
            Tag::INT_64 + 1 => $this->negative($at),
            default => null,
        };
    }

    /** Reads the magnitude, of 8 bytes, of a negative int. */
    private function negative(int $at): int
    {
        if (substr($this->bytes, $this->at, 8) !== "\x80\0\0\0\0\0\0\0") {
            return -$this->number($at, 3);
        }
        $this->at += 8;
        return PHP_INT_MIN;
    }

    /** Reads an unsigned number of 1, 2, 4 or 8 bytes; $width is 0, 1, 2 or 3. $at is the offset of the token, for errors. */
    private function number(int $at, int $width): int
    {
        $size = 1 << $width;
        if ($this->at + $size > strlen($this->bytes)) {
            throw Failure::truncated($at);
        }
        $number = match ($width) {
            0 => ord($this->bytes[$this->at]),
            1 => unpack('n', $this->bytes, $this->at),
            2 => unpack('N', $this->bytes, $this->at),
            default => unpack('J', $this->bytes, $this->at),
        };
        $number = is_int($number) ? $number : ($number[1] ?? null);
        if (!is_int($number) || $number < 0) {
            throw Failure::corrupt('a number beyond 63 bits', $at);
        }
        $this->at += $size;
        return $number;
    }

    private function double(int $at): float
    {
        $value = unpack('E', $this->take($at, 8));
        return is_float($value[1] ?? null) ? $value[1] : 0.0;
    }

    /** Reads the bytes of a string and gives it an id. */
    private function newString(int $at, int $size): string
    {
        $string = $this->take($at, $size);
        if (!$this->again) {
            $this->strings[] = $string;
        }
        return $string;
    }

    /** Reads $size bytes. $at is the offset of the token, for errors. */
    private function take(int $at, int $size): string
    {
        if ($size > strlen($this->bytes) - $this->at) {
            throw Failure::truncated($at);
        }
        $bytes = substr($this->bytes, $this->at, $size);
        $this->at += $size;
        return $bytes;
    }

    private function array(int $at, int $count): void
    {
        $this->slot++;
        if (!$this->again) {
            $this->ids[] = [$this->member ? self::REFERENCE : self::ARRAY, $this->slot, $at];
            $this->member = false;
        }
        $this->sink->beginArray($count);
        $this->entries($at, $count);
        $this->ends[$at] = $this->at;
    }

    /** Reads the entries of an array or object. null in the place of a key stands for an entry that does not exist. */
    private function entries(int $at, int $count): void
    {
        if ($count > strlen($this->bytes) - $this->at) {
            throw Failure::truncated($at);
        }
        if ($this->maxDepth > 0 && !$this->again && $this->depth >= $this->maxDepth) {
            throw Failure::limit('nested too deeply', $at);
        }
        $this->elements += $this->again ? 0 : $count;
        if ($this->maxElements > 0 && $this->elements > $this->maxElements) {
            throw Failure::at(ErrorCode::Elements, $at);
        }
        $this->depth++;
        $entries = 0;
        for ($i = 0; $i < $count; $i++) {
            $from = $this->at++;
            $tag = $this->byte($from);
            if ($tag === Tag::NULL) {
                continue;
            }
            $this->sink->key($this->scalar($from, $tag) ?? throw Failure::at(ErrorCode::Key, $from));
            $this->value();
            $entries++;
        }
        $this->depth--;
        $this->sink->end($entries);
    }

    private function object(int $at, int $tag): void
    {
        if ($this->again) {
            [$slot, $this->at] = $this->known[$at];
            $this->slot++;
            $this->sink->sameObject($slot);
            return;
        }
        $class = $tag >= Tag::OBJECT_ID
            ? $this->strings[$this->number($at, $tag - Tag::OBJECT_ID)] ?? throw Failure::at(ErrorCode::StringId, $at)
            : $this->newString($at, $this->number($at, $tag - Tag::OBJECT));
        if ($class === '') {
            throw Failure::corrupt('a class without a name', $at);
        }
        $slot = ++$this->slot;
        $this->ids[] = [self::OBJECT, $slot, $at];
        $from = $this->at++;
        $body = $this->byte($from);
        match ($body) {
            0x14, 0x15, 0x16 => $this->properties($from, $class, $this->number($from, $body - Tag::ARRAY)),
            0x1D, 0x1E, 0x1F => $this->payload($class, $this->take($from, $this->number($from, $body - Tag::PAYLOAD))),
            Tag::ENUM_CASE => $this->sink->enumCase($class, $this->caseName()),
            default => throw Failure::at(ErrorCode::Tag, $from),
        };
        $this->known[$at] = [$slot, $this->at];
    }

    private function properties(int $at, string $class, int $count): void
    {
        $this->sink->beginObject($class, $count);
        $this->entries($at, $count);
    }

    private function payload(string $class, string $payload): void
    {
        $payload = Payload::renumber($payload, 0, $this->slot);
        $slots = Payload::slots($payload, $this->slot);
        $this->slot += $slots;
        $this->sink->custom($class, $payload, $slots);
    }

    private function caseName(): string
    {
        $at = $this->at++;
        $tag = $this->byte($at);
        if ($tag >= Tag::INT_8 && $tag < Tag::DOUBLE || $tag === Tag::INT_64 || $tag === Tag::INT_64 + 1) {
            throw Failure::at(ErrorCode::Tag, $at);
        }
        // igbinary also accepts the tags for ids of class names here
        $name = $tag >= Tag::OBJECT_ID && $tag < Tag::OBJECT_ID + 3
            ? $this->strings[$this->number($at, $tag - Tag::OBJECT_ID)] ?? throw Failure::at(ErrorCode::StringId, $at)
            : $this->scalar($at, $tag);
        if (!is_string($name) || $name === '' || str_contains($name, ':')) {
            throw Failure::corrupt('not the name of an enum case', $at);
        }
        return $name;
    }

    /** Reads a slot that is part of a PHP reference. The tag has been read. */
    private function reference(int $at): void
    {
        while (true) { // the tag may be repeated without an effect
            if ($this->again && isset($this->known[$at])) {
                [$slot, $this->at] = $this->known[$at];
                $this->sink->sameSlot($slot);
                return;
            }
            $from = $this->at;
            $tag = $this->byte($from);
            if ($tag !== Tag::REFERENCE) {
                break;
            }
            $this->at++;
            $at = $from;
        }
        $wide = $tag >= Tag::SAME_OBJECT && $tag < Tag::REFERENCE ? $tag - Tag::SAME_OBJECT : $tag - Tag::SAME_SLOT;
        if ($wide >= 0 && $wide < 3) {
            $this->at++;
            $this->sameAgain($from, $this->number($from, $wide), true);
            return;
        }
        $slot = $this->slot + 1;
        if ($tag < Tag::ARRAY || $tag >= Tag::PAYLOAD) { // neither array nor object
            $this->ids[] = [self::REFERENCE, $slot, $from];
        }
        if ($this->sink instanceof Places && !$this->again) {
            $this->sink->reference();
        }
        $this->member = !$this->again && $tag >= Tag::ARRAY && $tag < Tag::OBJECT;
        $this->value();
        $this->known[$at] = [$slot, $this->at];
    }

    /** Handles a back reference to the value with an id: an object, the first slot of a PHP reference, or a shared array. */
    private function sameAgain(int $at, int $id, bool $reference): void
    {
        [$kind, $slot, $from] = $this->ids[$id] ?? throw Failure::corrupt('back reference to a value that does not exist', $at);
        if ($reference && $kind !== self::ARRAY) {
            $this->sink->sameSlot($slot);
            return;
        }
        $tag = $this->byte($from);
        if ($kind === self::OBJECT || ($tag >= Tag::OBJECT && $tag < Tag::PAYLOAD)) {
            $this->slot++;
            $this->sink->sameObject($slot);
            return;
        }
        if ($reference) {
            // from now on this id is that of a PHP reference, which begins with this slot
            $this->ids[$id] = [self::REFERENCE, $this->slot + 1, $from];
        }
        $this->unfold($at, $from, $tag);
    }

    /** Reads an array, or the value of a PHP reference, again from its offset $from. */
    private function unfold(int $at, int $from, int $tag): void
    {
        if ($tag >= Tag::ARRAY && $tag < Tag::OBJECT && !isset($this->ends[$from])) {
            throw Failure::inexact("An array that contains itself without a PHP reference, at offset $at", $at);
        }
        $outer = $this->again;
        $behind = $this->at;
        if (!$outer) {
            $this->behind = $behind;
        }
        $this->again = true;
        $this->at = $from;
        $this->value();
        $this->at = $behind;
        $this->again = $outer;
    }

    /** Returns the value of the byte at an offset. */
    private function byte(int $at): int
    {
        if ($at >= strlen($this->bytes)) {
            throw Failure::truncated($at);
        }
        return ord($this->bytes[$at]);
    }
}
