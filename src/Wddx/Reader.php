<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Wddx;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Native\Writer as NativeWriter;
use Lyo\Stream\Sink;
use XMLReader;

use function base64_decode;
use function chr;
use function extension_loaded;
use function hexdec;
use function in_array;
use function is_numeric;
use function libxml_clear_errors;
use function libxml_get_last_error;
use function libxml_use_internal_errors;
use function preg_match;
use function trim;

/**
 * Reads WDDX packets with XMLReader, in the same way as the wddx extension of PHP did. A struct with a class name is an object; the class is not
 * loaded. A document type is refused, so there are no entities, and nothing is fetched from the network. The limits of libxml apply: 256 levels of
 * elements, and 10 MB for one text.
 *
 * @internal
 */
final class Reader
{
    private readonly XMLReader $xml;

    private function __construct(private readonly Sink $sink)
    {
        $this->xml = new XMLReader();
    }

    /**
     * Returns the text of serialize() for the value of a packet.
     *
     * @throws LyoException
     */
    public static function toNative(string $data): string
    {
        $writer = new NativeWriter();
        self::read($data, $writer);

        return $writer->text();
    }

    /**
     * Reads a packet and passes its value to a sink.
     *
     * @throws LyoException
     */
    public static function read(string $data, Sink $sink): void
    {
        if (!extension_loaded('xmlreader')) {
            throw Failure::inexact('The extension xmlreader is needed to read WDDX');
        }
        $errors = libxml_use_internal_errors(true);
        try {
            (new self($sink))->packet($data);
        } finally {
            libxml_clear_errors();
            libxml_use_internal_errors($errors);
        }
    }

    private function packet(string $data): void
    {
        if ($data === '' || !$this->xml->XML($data, null, LIBXML_NONET | LIBXML_COMPACT)) {
            throw self::failure('no XML');
        }
        $this->element('wddxPacket');
        $this->element('data');
        $this->next() ?? throw self::failure('a packet without a value');
        $this->value();
        for ($ends = 0; $ends < 2; $ends++) {
            if ($this->next() !== null) {
                throw self::failure('a second value');
            }
        }
        while ($this->advance()) {
            // read the rest, because it may be invalid XML
        }
    }

    /** Moves to the next element, which must have this name. Headers and comments before it are skipped. */
    private function element(string $name): void
    {
        while (($found = $this->next()) !== null) {
            if ($found === $name) {
                return;
            }
            if (!in_array($found, ['header', 'comment'], true)) {
                break;
            }
            $this->skip();
        }
        throw self::failure("no element $name");
    }

    /** Reads the value of the current element, and moves to the end of the element. */
    private function value(): void
    {
        match ($this->xml->name) {
            'null' => $this->leaf(fn() => $this->sink->null()),
            'boolean' => $this->boolean(),
            'number' => $this->number($this->text()),
            'string', 'dateTime' => $this->sink->string($this->text()),
            'binary' => $this->binary($this->text()),
            'array' => $this->array(),
            'struct' => $this->struct(),
            default => throw self::failure('an element that is no value'),
        };
    }

    /**
     * Skips the current element and passes its value to the sink.
     *
     * @param callable(): void $push passes the value
     */
    private function leaf(callable $push): void
    {
        $this->skip();
        $push();
    }

    private function boolean(): void
    {
        $value = match ($this->xml->getAttribute('value')) {
            'true' => true,
            'false' => false,
            default => throw self::failure('a boolean that is neither true nor false'),
        };
        $this->leaf(fn() => $this->sink->bool($value));
    }

    private function number(string $digits): void
    {
        $digits = trim($digits);
        if (preg_match('/\A-?\d{1,19}\z/', $digits) === 1 && (string) (int) $digits === $digits) {
            $this->sink->int((int) $digits);
        } elseif (is_numeric($digits)) {
            $this->sink->float((float) $digits);
        } else {
            throw self::failure('a number without digits');
        }
    }

    private function binary(string $base64): void
    {
        $bytes = base64_decode($base64, true);
        $this->sink->string($bytes !== false ? $bytes : throw self::failure('a binary that is not base64'));
    }

    private function array(): void
    {
        $this->sink->beginArray(0);
        $count = 0;
        if (!$this->xml->isEmptyElement) {
            for (; $this->next() !== null; $count++) {
                $this->sink->key($count);
                $this->value();
            }
        }
        $this->sink->end($count);
    }

    private function struct(): void
    {
        $begun = null; // once an array or object has begun: whether it is an object
        $count = 0;
        if (!$this->xml->isEmptyElement) {
            while (($element = $this->next()) !== null) {
                $name = $this->xml->getAttribute('name');
                if ($element !== 'var' || $name === null || $this->xml->isEmptyElement || $this->next() === null) {
                    throw self::failure('an entry of a struct that is no variable');
                }
                if ($begun === null && $name === Writer::CLASS_NAME && $this->xml->name === 'string') {
                    $this->object($this->text());
                    $begun = true;
                } else {
                    if ($begun === null) {
                        $this->sink->beginArray(0);
                        $begun = false;
                    }
                    $this->sink->key(!$begun && (string) (int) $name === $name ? (int) $name : $name);
                    $this->value();
                    $count++;
                }
                if ($this->next() !== null) {
                    throw self::failure('a variable with two values');
                }
            }
        }
        if ($begun === null) {
            $this->sink->beginArray(0);
        }
        $this->sink->end($count);
    }

    /** Begins an object. */
    private function object(string $class): void
    {
        if (preg_match('/\A[A-Za-z_\x80-\xFF\\\\][\w\x80-\xFF\\\\]*+\z/', $class) !== 1) {
            throw self::failure('a class without a name');
        }
        $this->sink->beginObject($class, 0);
    }

    /** Returns the text of the current element. Control characters in it are elements of their own. */
    private function text(): string
    {
        $text = '';
        if ($this->xml->isEmptyElement) {
            return $text;
        }
        for ($inside = false; $this->advance();) {
            $type = $this->xml->nodeType;
            if ($type === XMLReader::TEXT || $type === XMLReader::CDATA || $type === XMLReader::SIGNIFICANT_WHITESPACE || $type === XMLReader::WHITESPACE) {
                $text .= $this->xml->value;
            } elseif ($type === XMLReader::ELEMENT && $this->xml->name === 'char' && !$inside) {
                $text .= self::char((string) $this->xml->getAttribute('code'));
                $inside = !$this->xml->isEmptyElement;
            } elseif ($type === XMLReader::END_ELEMENT && $inside) {
                $inside = false;
            } elseif ($type === XMLReader::END_ELEMENT) {
                return $text;
            } elseif ($type === XMLReader::ELEMENT) {
                throw self::failure('an element within a text');
            }
        }
        throw self::failure('a text without an end');
    }

    /** Returns the control character with a code of two hexadecimal digits. */
    private static function char(string $code): string
    {
        return preg_match('/\A[01][0-9A-Fa-f]\z/', $code) === 1 ? chr((int) hexdec($code)) : throw self::failure('a character that is no control character');
    }

    /**
     * Moves to the next element and returns its name. Returns null if the element around it ends first.
     *
     * @phpstan-impure
     */
    private function next(): ?string
    {
        while ($this->advance()) {
            switch ($this->xml->nodeType) {
                case XMLReader::ELEMENT:
                    return $this->xml->name;
                case XMLReader::END_ELEMENT:
                    return null;
                case XMLReader::TEXT:
                case XMLReader::CDATA:
                    throw self::failure('a text that is no value');
            }
        }
        throw self::failure('an element without an end');
    }

    /** Moves to the end of the current element. */
    private function skip(): void
    {
        $depth = $this->xml->depth;
        if ($this->xml->isEmptyElement) {
            return;
        }
        while ($this->advance() && !($this->xml->nodeType === XMLReader::END_ELEMENT && $this->xml->depth === $depth)) {
        }
    }

    /**
     * Moves to the next node. Returns false at the end of the packet.
     *
     * @phpstan-impure
     */
    private function advance(): bool
    {
        $is = $this->xml->read();
        if (libxml_get_last_error() !== false) {
            throw self::failure('XML that is not well-formed, or beyond libxml\'s limits');
        }
        if ($is && in_array($this->xml->nodeType, [XMLReader::DOC_TYPE, XMLReader::ENTITY_REF, XMLReader::ENTITY], true)) {
            throw self::failure('a document type or an entity');
        }

        return $is;
    }

    /** Returns an exception. Its offset is always 0, because libxml reports lines, not offsets. */
    private static function failure(string $what): LyoException
    {
        return Failure::corrupt("WDDX with $what", 0);
    }
}
