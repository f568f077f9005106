<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Dump;

use InvalidArgumentException;

use function array_map;
use function chr;
use function count;
use function hexdec;
use function implode;
use function is_string;
use function preg_match;
use function preg_replace_callback;
use function strlen;
use function substr;

/**
 * A place within a value: keys and names of properties from the outside to the inside, separated by dots (`user.roles.0`). A key is in
 * double quotes (`"a.b".c`) if it is empty or has other characters than letters, digits, "_" and "-".
 */
final class Path
{
    private const ESCAPES = ['n' => "\n", 'r' => "\r", 't' => "\t", 'e' => "\e"];

    /** @param list<string> $keys */
    public function __construct(public readonly array $keys) {}

    /**
     * Parses a path. It also accepts integer keys in brackets, as in `roles[0]`.
     *
     * @throws InvalidArgumentException if it is not a path
     */
    public static function parse(string $text): self
    {
        $keys = [];
        $at = 0;
        while ($at < strlen($text)) {
            if (preg_match('/\G(?:"((?:[^"\\\\]|\\\\.)*)"|\[(-?\d+)\]|([^."\[]+))(?:\.(?!\z)|(?=\[)|\z)/su', $text, $match, 0, $at) !== 1) {
                throw new InvalidArgumentException("the path \"$text\" cannot be read from \"" . substr($text, $at) . '" on (keys with dots between them; other keys in double quotes)');
            }
            $keys[] = match (true) {
                isset($match[3]) => $match[3],
                isset($match[2]) => $match[2],
                default => self::unescape($match[1]),
            };
            $at += strlen($match[0]);
        }
        return new self($keys);
    }

    public function __toString(): string
    {
        return implode('.', array_map(static fn(string $key): string => preg_match('/\A[\pL\pN_\-]+\z/u', $key) === 1 ? $key : Text::quote($key), $this->keys));
    }

    /** Returns the number of keys. */
    public function length(): int
    {
        return count($this->keys);
    }

    /**
     * Tells whether a key is the key of the path at a depth.
     *
     * @param int $depth position in the path, from 0
     * @param string $class class of the object that has the key; '' for an array
     */
    public function matches(int $depth, int|string $key, string $class): bool
    {
        $wanted = $this->keys[$depth] ?? null;
        return $wanted !== null && ($wanted === (string) $key || is_string($key) && Text::property($key, $class)[0] === $wanted);
    }

    private static function unescape(string $text): string
    {
        return (string) preg_replace_callback('/\\\\(?:x([0-9A-Fa-f]{2})|u\{([0-9A-Fa-f]{1,6})\}|(.))/su', static fn(array $match): string => match (true) {
            isset($match[3]) => self::ESCAPES[$match[3]] ?? $match[3],
            isset($match[2]) => self::utf8((int) hexdec($match[2])),
            default => chr((int) hexdec($match[1])),
        }, $text);
    }

    private static function utf8(int $code): string
    {
        return match (true) {
            $code < 0x80 => chr($code),
            $code < 0x800 => chr(0xC0 | $code >> 6) . chr(0x80 | $code & 0x3F),
            $code < 0x10000 => chr(0xE0 | $code >> 12) . chr(0x80 | $code >> 6 & 0x3F) . chr(0x80 | $code & 0x3F),
            default => chr(0xF0 | $code >> 18 & 7) . chr(0x80 | $code >> 12 & 0x3F) . chr(0x80 | $code >> 6 & 0x3F) . chr(0x80 | $code & 0x3F),
        };
    }
}
