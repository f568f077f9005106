<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\WordPress\Tests;

/** A value as plugins cache them, by a number; each number has another one. */
function value(int $number, bool $compound = false): mixed
{
    $row = static fn(int $i): array => ['id' => $number * 100 + $i, 'title' => "Title $i of $number", 'price' => $i / 8, 'tags' => ["tag $i", 'new'], 'seen' => $i % 3 === 0];
    return match ($compound ? $number % 4 : $number % 9) {
        0 => array_map($row, range(1, 5)),
        1 => (object) ['ID' => $number, 'post_title' => "Post $number", 'post_content' => str_repeat("Text $number. ", 30), 'post_status' => 'publish'],
        2 => ['number' => $number, 'text' => 'O:8:"stdClass":0:{}', 'none' => null, 'yes' => true],
        3 => range($number, $number + 30),
        4 => "text $number",
        5 => $number,
        6 => "a:1:{i:0;i:$number;}",
        7 => str_repeat("long text $number ", 50),
        8 => ['object' => (object) ['list' => range(1, 3)], 'n' => $number],
    };
}

/** Two values are the same if their digests are. */
function digest(mixed $value): string
{
    return md5(serialize($value));
}
