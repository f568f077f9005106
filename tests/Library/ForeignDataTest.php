<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use Lyo\Exception\CorruptException;
use Lyo\Functions\Lyo;
use Lyo\Igbinary\Writer;
use Lyo\Serializer;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** What lyo_unserialize() says of data that are not Lyo's, with the extension and with the library. */
final class ForeignDataTest extends TestCase
{
    #[Test]
    public function data_of_other_formats_are_named_with_what_reads_them(): void
    {
        $serializer = new Serializer();
        $named = 0;
        foreach (['serialize() text' => serialize(['a' => 1]), 'igbinary' => Writer::fromNative(serialize(['a' => 1])), 'zlib' => (string) gzcompress(serialize(['a' => 1]), 9), 'gzip' => (string) gzencode(serialize(['a' => 1]))] as $format => $data) {
            self::assertSame(['a' => 1], $serializer->decode($data));
            foreach ([Lyo::unserialize(...), lyo_unserialize(...)] as $decode) {
                try {
                    $decode($data);
                    self::fail($format);
                } catch (CorruptException $e) {
                    self::assertSame(["not lyo data at offset 0: it begins like $format, which Lyo\Serializer reads", 0], [$e->getMessage(), $e->getOffset()]);
                    $named++;
                }
            }
        }
        self::assertSame(8, $named);
        $this->expectExceptionObject(new CorruptException('not lyo data at offset 0'));
        Lyo::unserialize('hello');
    }
}
