<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Wddx;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Keeps;
use Lyo\Native\Decoding;
use Lyo\Native\Losses;
use Lyo\Native\Text;
use XMLWriter;

use function array_is_list;
use function base64_encode;
use function count;
use function extension_loaded;
use function is_array;
use function is_bool;
use function is_finite;
use function is_float;
use function is_int;
use function is_object;
use function is_string;
use function ord;
use function preg_match;
use function preg_split;
use function sprintf;
use function strlen;

/**
 * Writes WDDX packets in the same way as the wddx extension of PHP did. A list becomes an array, and any other array or object becomes a struct. A
 * string that XML cannot hold becomes a "binary" in base64.
 *
 * @internal
 */
final readonly class Writer
{
    public const KEEPS = [Keeps::Bytes, Keeps::Classes];
    /** Name of the variable in a struct that holds the class of an object. */
    public const CLASS_NAME = 'php_class_name';
    /** Maximum number of levels. They need at most 250 levels of elements; libxml reads 256. */
    private const DEPTH = 120;
    /** Maximum size of a string, in bytes. libxml reads texts of 10 MB, and base64 makes a string a third longer. */
    private const STRING = 7_000_000;

    private function __construct(private XMLWriter $xml) {}

    /**
     * Returns the packet for a value.
     *
     * @param string $text text of serialize() for the value
     *
     * @throws LyoException if WDDX cannot keep the value unchanged, or the extension xmlwriter is not loaded
     */
    public static function fromNative(string $text): string
    {
        if (!extension_loaded('xmlwriter')) {
            throw Failure::inexact('The extension xmlwriter is needed to write WDDX');
        }
        Losses::refuse($text, 'WDDX', self::KEEPS);
        $xml = new XMLWriter();
        $xml->openMemory();
        $xml->startElement('wddxPacket');
        $xml->writeAttribute('version', '1.0');
        $xml->writeElement('header');
        $xml->startElement('data');
        (new self($xml))->value(Decoding::decode($text, ['allowed_classes' => false, 'max_depth' => 0], true), 0);
        $xml->endElement();
        $xml->endElement();

        return $xml->outputMemory();
    }

    private function value(mixed $value, int $depth): void
    {
        if ($depth > self::DEPTH) {
            throw Failure::inexact('WDDX is not read with more than ' . self::DEPTH . ' levels');
        }
        if (is_array($value) && array_is_list($value)) {
            $this->xml->startElement('array');
            $this->xml->writeAttribute('length', (string) count($value));
            foreach ($value as $entry) {
                $this->value($entry, $depth + 1);
            }
            $this->xml->endElement();
        } elseif (is_array($value) || is_object($value)) {
            $this->struct((array) $value, is_object($value), $depth);
        } elseif (is_bool($value)) {
            $this->xml->startElement('boolean');
            $this->xml->writeAttribute('value', $value ? 'true' : 'false');
            $this->xml->endElement();
        } elseif (is_string($value)) {
            $this->string($value);
        } elseif (is_int($value)) {
            $this->xml->writeElement('number', (string) $value);
        } elseif (is_float($value)) {
            $this->xml->writeElement('number', is_finite($value) ? Text::literal($value) : throw Failure::inexact('WDDX would lose a float that is NAN or INF'));
        } else {
            $this->xml->writeElement('null');
        }
    }

    /** @param array<mixed> $entries of an array, or the properties of an object without its class */
    private function struct(array $entries, bool $isObject, int $depth): void
    {
        $this->xml->startElement('struct');
        if ($isObject) {
            $this->variable(self::CLASS_NAME, $entries['__PHP_Incomplete_Class_Name'], $depth);
            unset($entries['__PHP_Incomplete_Class_Name']);
        }
        foreach ($entries as $key => $value) {
            if ($key === self::CLASS_NAME) {
                throw Failure::inexact('WDDX would read a struct with the key ' . self::CLASS_NAME . ' as an object');
            }
            $this->variable((string) $key, $value, $depth + 1);
        }
        $this->xml->endElement();
    }

    /** Writes a variable of a struct. */
    private function variable(string $name, mixed $value, int $depth): void
    {
        if (!self::isText($name) || preg_match('/[\x00-\x1F]/', $name) === 1) {
            throw Failure::inexact('WDDX has no names with control characters, or of bytes that are not UTF-8');
        }
        $this->xml->startElement('var');
        $this->xml->writeAttribute('name', $name);
        $this->value($value, $depth);
        $this->xml->endElement();
    }

    private function string(string $value): void
    {
        if (strlen($value) > self::STRING) {
            throw Failure::inexact('WDDX is not read with strings of more than 7 MB');
        }
        if (!self::isText($value)) {
            $this->xml->startElement('binary');
            $this->xml->writeAttribute('encoding', 'base64');
            $this->xml->writeAttribute('length', (string) strlen($value));
            $this->xml->text(base64_encode($value));
            $this->xml->endElement();
            return;
        }
        $this->xml->startElement('string');
        foreach (preg_split('/([\x00-\x1F])/', $value, -1, PREG_SPLIT_DELIM_CAPTURE | PREG_SPLIT_NO_EMPTY) ?: [] as $part) {
            if (strlen($part) === 1 && $part < ' ') {
                $this->xml->startElement('char');
                $this->xml->writeAttribute('code', sprintf('%02X', ord($part)));
                $this->xml->endElement();
            } else {
                $this->xml->text($part);
            }
        }
        $this->xml->endElement();
    }

    /** Tells whether a string is UTF-8 that XML can hold. Control characters are allowed, because they are written as elements of their own. */
    private static function isText(string $value): bool
    {
        return preg_match('/\A[^\x{FFFE}\x{FFFF}]*+\z/u', $value) === 1;
    }
}
