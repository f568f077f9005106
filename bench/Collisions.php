<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use InvalidArgumentException;

/** Maps whose keys have neighbouring hashes in PHP. A table of strings that relies on PHP's hash is slow with them. */
final class Collisions
{
    /** @return list<string> */
    public static function names(): array
    {
        return ['one-cjk-character', 'html-entities'];
    }

    /** @return array<string, string> */
    public static function get(string $name): array
    {
        return match ($name) {
            // U+4E00 and the next 5,999 characters
            'one-cjk-character' => array_combine(array_map(self::character(...), range(0x4E00, 0x4E00 + 5999)), array_map(self::character(...), range(0x5E00, 0x5E00 + 5999))),
            'html-entities' => get_html_translation_table(HTML_ENTITIES, ENT_QUOTES | ENT_HTML5),
            default => throw new InvalidArgumentException('there is no ' . $name),
        };
    }

    /** UTF-8 of a character above U+07FF. */
    private static function character(int $code): string
    {
        return chr(0xE0 | $code >> 12) . chr(0x80 | $code >> 6 & 0x3F) . chr(0x80 | $code & 0x3F);
    }
}
