<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Dump;

use function dechex;
use function is_string;
use function ord;
use function preg_match;
use function preg_match_all;
use function preg_replace_callback;
use function sprintf;
use function strlen;
use function strpos;
use function strtoupper;
use function substr;

/** Formats strings, keys and names for people. Printable UTF-8 stays as it is. Everything else is escaped as in PHP's double quotes. */
final class Text
{
    /** Control characters, line and paragraph separators, unassigned and private code points, and characters that change the direction of text. */
    private const HIDDEN = '\p{Cc}\p{Zl}\p{Zp}\p{Cn}\p{Co}\x{61C}\x{200E}\x{200F}\x{202A}-\x{202E}\x{2066}-\x{2069}\x{FEFF}';
    /** Characters that take two columns in a terminal. */
    private const WIDE = '/[\x{1100}-\x{115F}\x{2E80}-\x{303E}\x{3041}-\x{A4CF}\x{AC00}-\x{D7A3}\x{F900}-\x{FAFF}\x{FE30}-\x{FE6F}\x{FF00}-\x{FF60}\x{FFE0}-\x{FFE6}\x{1F300}-\x{1FAFF}]/u';
    private const ESCAPES = ["\n" => '\n', "\r" => '\r', "\t" => '\t', "\e" => '\e', '"' => '\"', '\\' => '\\\\'];

    /** Returns a string in double quotes, escaped. */
    public static function quote(string $bytes): string
    {
        if (preg_match('/\A[\x20\x21\x23-\x5B\x5D-\x7E]*\z/', $bytes) === 1) {
            return "\"$bytes\"";
        }
        return '"' . self::escape($bytes, '"\\\\') . '"';
    }

    /** Returns the name of a class, property or key. It is in quotes if it has other characters than letters, digits, _ and \. */
    public static function name(string $name): string
    {
        return preg_match('/\A[\pL_\\\\][\pL\pN_\\\\]*\z/u', $name) === 1 ? $name : self::quote($name);
    }

    /** Escapes text from outside, such as a file name, so that it contains no control sequences for the terminal. */
    public static function plain(string $bytes): string
    {
        return self::escape($bytes, '');
    }

    /** @param string $more further characters to escape, as part of a character class */
    private static function escape(string $bytes, string $more): string
    {
        $escaped = preg_replace_callback(
            '/[' . self::HIDDEN . $more . ']/u',
            static fn(array $match): string => self::ESCAPES[$match[0]] ?? (strlen($match[0]) === 1 ? sprintf('\x%02X', ord($match[0])) : '\u{' . strtoupper(dechex(self::codepoint($match[0]))) . '}'),
            $bytes,
        );
        if (is_string($escaped)) {
            return $escaped;
        }
        // The text is not UTF-8: valid sequences are treated as UTF-8, and all other bytes are escaped.
        $sequence = '[\x20-\x7E]+|[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}|\xED[\x80-\x9F][\x80-\xBF]'
            . '|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2}';
        return (string) preg_replace_callback("/($sequence)|[\\x00-\\xFF]/", static function (array $match) use ($more): string {
            return isset($match[1]) ? self::escape($match[1], $more) : (self::ESCAPES[$match[0]] ?? sprintf('\x%02X', ord($match[0])));
        }, $bytes);
    }

    /** Returns the code point of a valid UTF-8 sequence of two to four bytes. */
    private static function codepoint(string $character): int
    {
        $size = strlen($character);
        $code = ord($character[0]) & (0x7F >> $size);
        for ($i = 1; $i < $size; $i++) {
            $code = $code << 6 | ord($character[$i]) & 0x3F;
        }
        return $code;
    }

    /** Returns a scalar in the notation of PHP, with strings in double quotes. */
    public static function scalar(int|float|string|bool|null $value): string
    {
        return is_string($value) ? self::quote($value) : Diagnostic::scalar($value);
    }

    /** Returns a string in quotes. If it is longer than $columns, it is cut and its length is added. */
    public static function short(string $bytes, int $columns): string
    {
        if (strlen($bytes) <= $columns - 2 && preg_match('/\A[\x20\x21\x23-\x5B\x5D-\x7E]*\z/', $bytes) === 1) {
            return "\"$bytes\"";
        }
        $whole = self::quote(substr($bytes, 0, 4 * $columns + 4));
        if (strlen($bytes) <= 4 * $columns + 4 && self::columns($whole) <= $columns) {
            return $whole;
        }
        $note = '… (' . strlen($bytes) . ' bytes)';
        $room = $columns - self::columns($note) - 2;
        // A piece is one character or one escape sequence.
        preg_match_all('/\\\\(?:x[0-9A-F]{2}|u\{[0-9A-F]+\}|.)|./us', substr($whole, 1, -1), $pieces);
        $text = '';
        $used = 0;
        foreach ($pieces[0] as $piece) {
            $used += self::columns($piece);
            if ($used > $room) {
                break;
            }
            $text .= $piece;
        }
        return "\"$text\"$note";
    }

    /** Returns the number of columns that a text takes in a terminal. */
    public static function columns(string $text): int
    {
        $ascii = preg_match('/[\x80-\xFF]/', $text) !== 1;
        if ($ascii) {
            return strlen($text);
        }
        return (int) preg_match_all('/\PM/u', $text) + (int) preg_match_all(self::WIDE, $text);
    }

    /**
     * Formats a key of an array or object, with the visibility of a property.
     *
     * @param string $class class of the object; '' for an array
     */
    public static function key(int|string $key, string $class = ''): string
    {
        if (!is_string($key)) {
            return "[$key]";
        }
        [$name, $owner] = self::property($key, $class);
        return match ($owner) {
            '' => self::quote($name),
            '*' => 'protected ' . self::quote($name),
            $class => 'private ' . self::quote($name),
            default => 'private ' . self::name($owner) . ' ' . self::quote($name),
        };
    }

    /**
     * Splits the mangled key of a property.
     *
     * @param string $class class of the object; '' for an array, whose keys are not mangled
     *
     * @return array{string, string} the name, and the class of a private property, '*' for a protected one, or ''
     */
    public static function property(string $key, string $class): array
    {
        $end = $class !== '' && $key !== '' && $key[0] === "\0" ? strpos($key, "\0", 1) : false;
        return $end === false || $end < 2 ? [$key, ''] : [substr($key, $end + 1), substr($key, 1, $end - 1)];
    }
}
