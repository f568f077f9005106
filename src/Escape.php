<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo;

use function dechex;
use function is_string;
use function ord;
use function preg_match;
use function preg_replace_callback;
use function sprintf;
use function strlen;
use function strtoupper;

/**
 * Escapes text that comes from data, so that it can stand in a message, a log line or on a terminal. Printable UTF-8 stays as it is. Everything else is
 * escaped as in PHP's double quotes.
 *
 * @internal
 */
final class Escape
{
    /** Control characters, line and paragraph separators, unassigned and private code points, and characters that change the direction of text. */
    public const HIDDEN = '\p{Cc}\p{Zl}\p{Zp}\p{Cn}\p{Co}\x{61C}\x{200E}\x{200F}\x{202A}-\x{202E}\x{2066}-\x{2069}\x{FEFF}';
    private const ESCAPES = ["\n" => '\n', "\r" => '\r', "\t" => '\t', "\e" => '\e', '"' => '\"', '\\' => '\\\\'];

    /** @param string $more further characters to escape, as part of a character class */
    public static function text(string $bytes, string $more = ''): string
    {
        $escaped = preg_replace_callback('/[' . self::HIDDEN . $more . ']/u', static fn(array $match): string => self::character($match[0]), $bytes);
        if (is_string($escaped)) {
            return $escaped;
        }
        // The text is not UTF-8: valid sequences are treated as UTF-8, and all other bytes are escaped.
        $sequence = '[\x20-\x7E]+|[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}|\xED[\x80-\x9F][\x80-\xBF]'
            . '|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2}';
        return (string) preg_replace_callback("/($sequence)|[\\x00-\\xFF]/", static function (array $match) use ($more): string {
            return isset($match[1]) ? self::text($match[1], $more) : (self::ESCAPES[$match[0]] ?? sprintf('\x%02X', ord($match[0])));
        }, $bytes);
    }

    /** Escapes control characters and those that change the direction of text in JSON, where they can stand in strings only. json_encode() leaves them. */
    public static function json(string $json): string
    {
        if (preg_match('/[\x7F-\xFF]/', $json) !== 1) {
            return $json;
        }
        $hidden = '/[\x{7F}-\x{9F}\x{61C}\x{200E}\x{200F}\x{2028}-\x{202E}\x{2066}-\x{2069}\x{FEFF}]/u';
        return (string) preg_replace_callback($hidden, static fn(array $match): string => sprintf('\u%04x', self::codepoint($match[0])), $json);
    }

    private static function character(string $character): string
    {
        return self::ESCAPES[$character] ?? (strlen($character) === 1 ? sprintf('\x%02X', ord($character)) : '\u{' . strtoupper(dechex(self::codepoint($character))) . '}');
    }

    /** Returns the code point of a valid UTF-8 sequence. */
    private static function codepoint(string $character): int
    {
        $size = strlen($character);
        if ($size === 1) {
            return ord($character);
        }
        $code = ord($character[0]) & (0x7F >> $size);
        for ($i = 1; $i < $size; $i++) {
            $code = $code << 6 | ord($character[$i]) & 0x3F;
        }
        return $code;
    }
}
