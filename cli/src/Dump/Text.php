<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Dump;

use Lyo\Escape;

use function bin2hex;
use function is_string;
use function json_encode;
use function max;
use function number_format;
use function preg_match;
use function preg_match_all;
use function preg_replace;
use function preg_replace_callback;
use function strlen;
use function strpos;
use function strtoupper;
use function strtr;
use function substr;

/** Formats strings, keys and names for people. Printable UTF-8 stays as it is. Everything else is escaped as in PHP's double quotes. */
final class Text
{
    /** Characters that take two columns in a terminal. */
    private const WIDE = '/[\x{1100}-\x{115F}\x{2E80}-\x{303E}\x{3041}-\x{A4CF}\x{AC00}-\x{D7A3}\x{F900}-\x{FAFF}\x{FE30}-\x{FE6F}\x{FF00}-\x{FF60}\x{FFE0}-\x{FFE6}\x{1F300}-\x{1FAFF}]/u';

    /** Returns a number with its noun: "1 value", "2,000 values". */
    public static function count(int $number, string $noun, ?string $plural = null): string
    {
        return number_format($number) . ' ' . ($number === 1 ? $noun : $plural ?? "{$noun}s");
    }

    /** Returns a string in double quotes, escaped. */
    public static function quote(string $bytes): string
    {
        if (preg_match('/\A[\x20\x21\x23-\x5B\x5D-\x7E]*\z/', $bytes) === 1) {
            return "\"$bytes\"";
        }
        return '"' . Escape::text($bytes, '"\\\\') . '"';
    }

    /** Returns the name of a class, property or key. It is in quotes if it has other characters than letters, digits, _ and \. */
    public static function name(string $name): string
    {
        return preg_match('/\A[\pL_\\\\][\pL\pN_\\\\]*\z/u', $name) === 1 ? $name : self::quote($name);
    }

    /** Escapes text from outside, such as a file name, so that it contains no control sequences for the terminal. */
    public static function plain(string $bytes): string
    {
        return Escape::text($bytes);
    }

    /**
     * Escapes what a terminal might take for a command in a literal of PHP. In a string it becomes an expression with double quotes, so that the literal
     * stays one. Line feeds, tabs and NUL bytes stay.
     */
    public static function literal(string $php): string
    {
        $bytes = '/[\x01-\x08\x0B-\x1F\x7F-\xFF]/';
        return (string) preg_replace_callback("~'(?:[^'\\\\]|\\\\.)*+'|[^']++~s", static function (array $match) use ($bytes): string {
            if ($match[0][0] !== "'") {
                return preg_match($bytes, $match[0]) === 1 ? strtr(Escape::text($match[0]), ['\n' => "\n", '\t' => "\t"]) : $match[0];
            }
            $hidden = '/(?:[\x01-\x08\x0B-\x1F\x7F]|\xC2[\x80-\x9F]|\xD8\x9C|\xE2\x80[\x8E\x8F\xA8-\xAE]|\xE2\x81[\xA6-\xA9]|\xEF\xBB\xBF)+/';
            $text = preg_match('//u', $match[0]) === 1 ? $hidden : $bytes;
            return (string) preg_replace_callback($text, static function (array $some): string {
                return "' . \"" . strtoupper((string) preg_replace('/../', '\\\\x$0', bin2hex($some[0]))) . "\" . '";
            }, $match[0]);
        }, $php);
    }

    /** Calls json_encode(). Control characters, and those that change the direction of text, are escaped. */
    public static function json(mixed $value, int $flags, int $depth = 512): string
    {
        return Escape::json(json_encode($value, $flags | JSON_THROW_ON_ERROR, max(1, $depth)));
    }

    /** Tells whether a terminal might take bytes for a command. */
    public static function isCommand(string $bytes): bool
    {
        return preg_match('//u', $bytes) !== 1 || preg_match('/[\x01-\x08\x0B-\x1F' . substr(Escape::HIDDEN, strlen('\p{Cc}')) . '\x{7F}-\x{9F}]/u', $bytes) === 1;
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
