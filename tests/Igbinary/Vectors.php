<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Igbinary;

use RuntimeException;

/** Values and the bytes that igbinary writes for them, from vectors.tsv: PHP, hex, hex without compact strings, hex of igbinary if ours differs on purpose. */
final class Vectors
{
    public const LEAST = 186;

    /** @return iterable<array{string, string, ?string}> PHP, hex of ours, hex of igbinary if it is another */
    public static function all(bool $compact): iterable
    {
        $lines = file(__DIR__ . '/vectors.tsv', FILE_IGNORE_NEW_LINES);
        foreach ($lines === false ? throw new RuntimeException('vectors.tsv is missing') : $lines as $line) {
            if ($line === '' || $line[0] === '#') {
                continue;
            }
            $columns = explode("\t", $line);
            $theirs = ($columns[3] ?? '') === '' ? null : $columns[3];
            yield [$columns[0], self::hex($compact || ($columns[2] ?? '') === '' ? $columns[1] : $columns[2]), $theirs];
        }
    }

    /** "61*255" means 255 times 61. */
    private static function hex(string $text): string
    {
        return preg_replace_callback('/([0-9a-f]{2})\*(\d+)$/', static fn(array $match): string => str_repeat($match[1], (int) $match[2]), $text) ?? $text;
    }
}
