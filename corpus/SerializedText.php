<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Corpus;

use RuntimeException;

/** What serialize() has written, token by token. */
final class SerializedText
{
    /** Type and name or length of a token. Strings and names of classes are as long as they say, whatever they hold. */
    private const TOKEN = '/\G(?:[;{}]|N;|[bidrR]:[^;]*;|a:\d+:\{|([sEO]):(\d+):)/';

    /**
     * Replaces in all strings, and in texts of serialize() inside of strings.
     *
     * @param array<string, string> $pairs
     */
    public static function replace(string $text, array $pairs): string
    {
        $changed = '';
        foreach (self::tokens($text) as [$type, $bytes]) {
            if ($type === 's') {
                $nested = preg_match('/^[aO]:\d+:.*\}$/s', $bytes) === 1 && @unserialize($bytes, ['allowed_classes' => false]) !== false;
                $bytes = $nested ? self::replace($bytes, $pairs) : strtr($bytes, $pairs);
            }
            $changed .= $type === '' ? $bytes : $type . ':' . strlen($bytes) . ':"' . $bytes . '"';
        }

        return $changed;
    }

    /** @return list<string> the classes that it names, without stdClass */
    public static function classes(string $text): array
    {
        $classes = [];
        foreach (self::tokens($text) as [$type, $bytes]) {
            if ($type === 'O' || $type === 'E') {
                $classes[$type === 'E' ? explode(':', $bytes)[0] : $bytes] = true;
            }
        }
        unset($classes['stdClass']);

        return array_map(strval(...), array_keys($classes));
    }

    /** @return iterable<array{string, string}> type and bytes of a string or name; "" and what stands there of all others */
    private static function tokens(string $text): iterable
    {
        for ($offset = 0; $offset < strlen($text);) {
            if (preg_match(self::TOKEN, $text, $match, 0, $offset) !== 1) {
                if (preg_match('/\G:\d+:\{/', $text, $match, 0, $offset) !== 1) { // how many properties the object has
                    throw new RuntimeException('this is no text of serialize()');
                }
            }
            $offset += strlen($match[0]);
            if (isset($match[2])) {
                yield [$match[1], substr($text, $offset + 1, (int) $match[2])];
                $offset += (int) $match[2] + 2;
            } else {
                yield ['', $match[0]];
            }
        }
    }
}
