<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use Lyo\Functions\Lyo;
use PHPUnit\Framework\Attributes\CoversClass;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use stdClass;

/** PHP references that the library reads. */
#[CoversClass(Lyo::class)]
final class PureReferenceTest extends TestCase
{
    #[Test]
    public function an_object_that_occurs_again_may_begin_a_reference_without_its_first_slot(): void
    {
        $data = "\xC1\x1C\x0B\x02\x47stdClass\x00\x01\x02\x82\x61\xE0\x00\xE1\x00";
        self::assertSame('a:3:{i:0;O:8:"stdClass":0:{}i:1;r:2;i:2;R:3;}', Lyo::toNative($data));
        foreach ([Lyo::unserialize($data), unserialize(Lyo::toNative($data))] as $value) {
            self::assertIsArray($value);
            self::assertSame($value[0], $value[1]);
            self::assertSame('a:3:{i:0;O:8:"stdClass":0:{}i:1;R:2;i:2;R:2;}', serialize($value), 'serialize() cannot tell which slots are one');
            $value[2] = 5;
            self::assertEquals([new stdClass(), 5, 5], $value);
        }
    }
}
