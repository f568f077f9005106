<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Igbinary;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Native\Payload;
use Lyo\Native\Reader as NativeReader;
use Lyo\Native\References;
use Lyo\Stream\Sink;

use function abs;
use function chr;
use function is_int;
use function is_nan;
use function pack;
use function strlen;

/**
 * Writes igbinary version 2 from tokens. The bytes are those that igbinary_serialize(), with compact_strings on, writes for the value that
 * unserialize() makes of the text.
 *
 * igbinary also stores what the text of serialize() does not show: which arrays share their storage, and which properties are unset. In a value from
 * unserialize() only empty arrays share their storage, and no property is unset, so this writer assumes the same.
 *
 * @internal
 */
final class Writer implements Sink
{
    public const HEADER = "\0\0\0\2";

    private string $bytes = self::HEADER;
    /** @var array<string, int> ids of strings and class names */
    private array $strings = [];
    private int $nextString = 0;
    /** @var array<int, int> ids of objects and PHP references, by slot */
    private array $ids = [];
    private int $nextId = 0;
    /** @var array<int, true> slots of objects and enum cases */
    private array $objects = [];
    /** Id of the first empty array that later ones refer to; null if there is none yet. */
    private ?int $emptyArray = null;
    /** Number of slots so far. */
    private int $slot = 0;

    /** @param array<int, true> $shared the slots that sameSlot() will name */
    public function __construct(private readonly array $shared = []) {}

    /**
     * Returns the igbinary message for the text of serialize().
     *
     * @throws LyoException if the text is not valid
     */
    public static function fromNative(string $text): string
    {
        $writer = new self(References::shared($text));
        NativeReader::read($text, $writer);
        return $writer->bytes;
    }

    public function null(): void
    {
        $this->begin();
        $this->bytes .= "\0";
    }

    public function bool(bool $value): void
    {
        $this->begin();
        $this->bytes .= $value ? "\5" : "\4";
    }

    public function int(int $value): void
    {
        $this->begin();
        $this->writeInt($value);
    }

    public function float(float $value): void
    {
        $this->begin();
        // every NaN is written with the bits of the constant NAN, which is what unserialize() returns
        $this->bytes .= "\x0C" . (is_nan($value) ? "\x7F\xF8\0\0\0\0\0\0" : pack('E', $value));
    }

    public function string(string $value): void
    {
        $this->begin();
        $this->writeString($value);
    }

    public function beginArray(int $count): void
    {
        $slot = ++$this->slot;
        if (isset($this->shared[$slot])) {
            $this->bytes .= "\x25";
            $this->ids[$slot] = $this->nextId++;
        } elseif ($count > 0) {
            $this->nextId++;
        } elseif ($this->emptyArray !== null) {
            // Empty arrays share one storage, so all but the first are back references. Nothing refers to the root with id 0.
            $this->writeNumber(Tag::SAME_SLOT, $this->emptyArray);
            return;
        } else {
            $id = $this->nextId++;
            $this->emptyArray = $id > 0 ? $id : null;
        }
        $this->writeNumber(Tag::ARRAY, $count);
    }

    public function beginObject(string $class, int $count): void
    {
        $this->beginInstance($class);
        $this->writeNumber(Tag::ARRAY, $count);
    }

    public function key(int|string $key): void
    {
        if (is_int($key)) {
            $this->writeInt($key);
        } else {
            $this->writeString($key);
        }
    }

    public function end(int $count): void {}

    public function custom(string $class, string $payload, int $slots): void
    {
        $this->beginInstance($class);
        $slot = $this->slot;
        $this->slot += $slots;
        $payload = Payload::renumber($payload, $slot, 0);
        $this->writeNumber(Tag::PAYLOAD, strlen($payload));
        $this->bytes .= $payload;
    }

    public function enumCase(string $class, string $case): void
    {
        $this->beginInstance($class);
        $this->bytes .= "\x27";
        $this->writeString($case);
    }

    public function sameObject(int $slot): void
    {
        $this->slot++;
        $this->again($slot, false);
    }

    public function sameSlot(int $slot): void
    {
        $this->again($slot, true);
    }

    /** Writes a back reference to an object or a PHP reference. */
    private function again(int $slot, bool $reference): void
    {
        $id = $this->ids[$slot] ?? null;
        $object = isset($this->objects[$slot]);
        if ($id === null || (!$object && !$reference)) {
            throw Failure::inexact("A back reference names slot $slot, which cannot be referred to");
        }
        if ($reference) {
            $this->bytes .= "\x25";
        }
        $this->writeNumber($object ? Tag::SAME_OBJECT : Tag::SAME_SLOT, $id);
    }

    /** Begins a scalar: counts its slot, and marks it if later slots are one PHP reference with it. */
    private function begin(): void
    {
        $slot = ++$this->slot;
        if (isset($this->shared[$slot])) {
            $this->bytes .= "\x25";
            $this->ids[$slot] = $this->nextId++;
        }
    }

    /** Begins an object: counts its slot and writes the name of its class. */
    private function beginInstance(string $class): void
    {
        $slot = ++$this->slot;
        if (isset($this->shared[$slot])) {
            $this->bytes .= "\x25";
        }
        $this->objects[$slot] = true;
        $this->ids[$slot] = $this->nextId++;
        $known = $this->strings[$class] ?? null;
        if ($known !== null) {
            $this->writeNumber(Tag::OBJECT_ID, $known);
        } else {
            $this->strings[$class] = $this->nextString++;
            $this->writeNumber(Tag::OBJECT, strlen($class));
            $this->bytes .= $class;
        }
    }

    private function writeString(string $value): void
    {
        if ($value === '') {
            $this->bytes .= "\x0D";
            return;
        }
        $known = $this->strings[$value] ?? null;
        if ($known !== null) {
            $this->writeNumber(Tag::STRING_ID, $known);
            return;
        }
        $this->strings[$value] = $this->nextString++;
        $size = strlen($value);
        if ($size > 0xFFFFFFFF) {
            $this->bytes .= "\x26" . pack('J', $size);
        } else {
            $this->writeNumber(Tag::STRING, $size);
        }
        $this->bytes .= $value;
    }

    private function writeInt(int $value): void
    {
        $magnitude = abs($value);
        if ($value === PHP_INT_MIN) {
            $this->bytes .= "\x21\x80\0\0\0\0\0\0\0";
        } elseif ($magnitude <= 0xFF) {
            $this->bytes .= ($value < 0 ? "\x07" : "\x06") . chr((int) $magnitude);
        } elseif ($magnitude <= 0xFFFF) {
            $this->bytes .= ($value < 0 ? "\x09" : "\x08") . pack('n', $magnitude);
        } elseif ($magnitude <= 0xFFFFFFFF) {
            $this->bytes .= ($value < 0 ? "\x0B" : "\x0A") . pack('N', $magnitude);
        } else {
            $this->bytes .= ($value < 0 ? "\x21" : "\x20") . pack('J', $magnitude);
        }
    }

    /** Writes a tag and its number in 1, 2 or 4 bytes. $tag is the tag for one byte. */
    private function writeNumber(int $tag, int $number): void
    {
        if ($number <= 0xFF) {
            $this->bytes .= chr($tag) . chr($number);
        } elseif ($number <= 0xFFFF) {
            $this->bytes .= chr($tag + 1) . pack('n', $number);
        } else {
            $this->bytes .= chr($tag + 2) . pack('N', $number);
        }
    }
}
