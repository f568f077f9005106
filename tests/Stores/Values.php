<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Stores;

use ArrayObject;
use DateTimeImmutable;

/** Values as serialize() writes them. */
final class Values
{
    /** @return array<string, string> of all kinds that formats treat apart; some name classes that do not exist */
    public static function texts(): array
    {
        $shared = (object) ['name' => 'shared'];
        $loop = ['a' => 1];
        $loop['self'] = &$loop['a'];
        $texts = array_map(serialize(...), [
            'rows' => array_map(static fn(int $i): array => ['id' => $i, 'title' => "row $i", 'on' => $i % 2 === 0, 'price' => $i / 8], range(1, 30)),
            'words' => ['Grüße', '日本語', "line\nline", ''],
            'numbers' => [0, -1, PHP_INT_MAX, PHP_INT_MIN, 0.1, 1e300, -0.0, INF],
            'nested' => [[[[['deep' => null]]]]],
            'bytes' => ["\0\xFF\x80", random_bytes(40)],
            'shared' => [$shared, $shared],
            'reference' => $loop,
            'date' => new DateTimeImmutable('2026-01-02 03:04:05 UTC'),
            'object' => new ArrayObject([1, 2, 3]),
            'empty' => [],
            'long' => ['text' => str_repeat('all work and no play ', 400)],
        ]);

        return $texts + [
            'missing class' => 'O:13:"App\\Cart\\Item":2:{s:2:"id";i:7;s:18:"' . "\0App\\Cart\\Item\0sku" . '";s:3:"abc";}',
            'missing case' => 'a:1:{i:0;E:15:"App\\State:Ready";}',
            'protected' => 'O:8:"App\\Page":1:{s:8:"' . "\0*\0title" . '";s:4:"Home";}',
        ];
    }

    /** @return array<string, string> what must stay as it is, whatever is asked for */
    public static function others(): array
    {
        return ['counter' => '41', 'plain' => 'hello world', 'json' => '{"a":[1,2]}', 'markup' => '<p>cached page</p>', 'scalar' => serialize('a string'), 'int' => serialize(17)];
    }

    /** Values with a number that shows who has written them, and when. */
    public static function numbered(string $writer, int $number, int $rows = 3): string
    {
        return serialize(['writer' => $writer, 'number' => $number, 'rows' => array_fill(0, $rows, ['id' => $number, 'text' => 'some text of a row'])]);
    }
}
