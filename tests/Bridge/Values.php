<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge;

use ArrayObject;
use DateTimeImmutable;
use Lyo\Format;
use Lyo\Samples\Samples;
use stdClass;

/** The values that the tests of the bridges put into caches. */
final class Values
{
    private const MOST_BYTES = 150_000;

    /** @return array<string, mixed> */
    public static function all(): array
    {
        $values = self::small();
        foreach (Samples::all() as $name => $value) {
            if (strlen(serialize($value)) <= self::MOST_BYTES) {
                $values["sample-$name"] = $value;
            }
        }
        return $values;
    }

    /** @return array<string, mixed> */
    public static function small(): array
    {
        $shared = new stdClass();
        $shared->name = 'Anna';
        $number = 5;
        return [
            'null' => null, 'false' => false, 'true' => true, 'zero' => 0, 'int' => 1 << 40, 'float' => 0.1 + 0.2, 'whole-float' => 3.0,
            'empty' => '', 'digits' => '0123', 'bytes' => "\xC1\x10\0\xFF", 'text' => str_repeat('a text of some length ', 20),
            'looks-native' => 'a:0:{}', 'looks-igbinary' => "\0\0\0\2\6\5", 'looks-zlib' => gzcompress(str_repeat('x', 200)),
            'list' => range(1, 60), 'map' => ['id' => 5, 'tags' => ['a', 'b'], 7 => null, 'price' => 2.5],
            'rows' => array_map(static fn(int $i): array => ['id' => $i, 'title' => "Title $i", 'score' => $i / 4], range(1, 40)),
            'shared' => [$shared, $shared], 'equal' => [clone $shared, clone $shared], 'references' => [&$number, &$number],
            'enum' => [Format::Lyo, Format::Native], 'date' => new DateTimeImmutable('2024-02-29 12:00 UTC'), 'array-object' => new ArrayObject(['x' => [1, 2]]),
            'order' => Samples::get('order'),
        ];
    }
}
