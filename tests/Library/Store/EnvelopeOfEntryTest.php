<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Store;

use Lyo\Exception\LyoException;
use Lyo\Exception\UnknownFormatException;
use Lyo\Tools\Store\Entry;
use Lyo\Tools\Store\Envelope;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

final class EnvelopeOfEntryTest extends TestCase
{
    private const TEXT = 'a:1:{s:1:"a";i:5;}';

    #[Test]
    #[DataProvider('found')]
    public function the_wrapping_of_a_value_is_removed(string $data, string $format): void
    {
        $envelope = Envelope::of(new Entry('key', $data));

        self::assertSame([self::TEXT, $format], [$envelope->native(), $envelope->path()]);
    }

    /** @return iterable<string, array{string, string}> */
    public static function found(): iterable
    {
        yield 'plain' => [self::TEXT, 'native'];
        yield 'JSON' => ['{"a":5}', 'json'];
        yield 'zlib around gzip' => [(string) gzcompress((string) gzencode(self::TEXT)), 'zlib > gzip > native'];
        yield 'base64, as in sessions of Laravel' => [base64_encode(self::TEXT), 'base64 > native'];
        yield 'a cache file of Laravel' => ['1764000000' . self::TEXT, 'file of Laravel > native'];
        yield 'a cache file of Symfony' => ["1764000000\nsome%2Fkey\n" . self::TEXT, 'file of Symfony > native'];
        yield 'a cache file of Symfony that is compressed' => ["0\nkey\n" . gzcompress(self::TEXT), 'file of Symfony > zlib > native'];
    }

    #[Test]
    public function unknown_data_are_reported(): void
    {
        foreach (['hello', '', base64_encode('hello, world'), "1764000000\nkey\nhello", '1764000000hello', str_repeat('A', 1 << 20)] as $data) {
            try {
                Envelope::of(new Entry('key', $data));
                self::fail($data);
            } catch (UnknownFormatException $e) {
                self::assertSame('data of an unknown format', $e->getMessage());
            }
        }
        $this->expectException(LyoException::class);
        Envelope::of(new Entry('key', 'a:2:{i:0;i:1;}'))->native();
    }
}
