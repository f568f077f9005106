<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use Lyo\Exception\LimitException;
use Lyo\Functions\Lyo;
use Lyo\Native\SameText;
use Lyo\Pure\Head;
use Lyo\Pure\Reader;
use Lyo\Pure\StreamSink;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** The depth of values in the library. */
final class DepthTest extends TestCase
{
    #[Test]
    public function depth_is_bounded_in_both_directions(): void
    {
        $value = [[[1]]];

        self::assertSame($value, Lyo::unserialize(Lyo::serialize($value, ['max_depth' => 3]), ['max_depth' => 3]));
        foreach ([static fn(): string => Lyo::serialize($value, ['max_depth' => 2]), static fn(): mixed => Lyo::unserialize(Lyo::serialize($value), ['max_depth' => 2])] as $i => $do) {
            try {
                $do();
                self::fail('nothing was refused');
            } catch (LimitException $e) {
                self::assertSame(4, $e->getOffset(), (string) $i);
            }
        }
    }

    #[Test]
    public function rows_do_not_change_the_depth_of_what_follows(): void
    {
        $rows = array_map(static fn(int $i): array => ['a' => $i * $i, 'b' => "x$i"], range(1, 20));
        $value = [$rows, [[1.5]], $rows, [[2.5]]];
        $data = Lyo::serialize($value);

        self::assertSame($value, Lyo::unserialize($data, ['max_depth' => 3]));
        $this->expectException(LimitException::class);
        Lyo::unserialize(Lyo::serialize([$rows, [[['x']]]]), ['max_depth' => 3]);
    }

    #[Test]
    public function a_stream_is_not_deeper_than_other_values(): void
    {
        $data = "\xC1\x10" . str_repeat("\x80", 5000) . "\xA0";

        $this->expectException(LimitException::class);
        Reader::stream($data, Head::of($data), new StreamSink(new SameText('')));
    }
}
