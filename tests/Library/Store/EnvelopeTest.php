<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Store;

use Lyo\Exception\InexactException;
use Lyo\Exception\UnknownFormatException;
use Lyo\Format;
use Lyo\Functions\Lyo;
use Lyo\Tools\Store\Envelope;
use Lyo\Tools\Store\Text;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

final class EnvelopeTest extends TestCase
{
    private const TEXT = 'a:1:{s:3:"key";s:5:"value";}';

    /** @return iterable<string, array{string, string}> */
    public static function wraps(): iterable
    {
        $tagged = "\x9D" . pack('VN', 5, 6) . "\x5F" . pack('N', 7) . 'i:0;N;x';
        yield 'nothing' => [self::TEXT, 'native'];
        yield 'a file of Symfony' => ["1789000000\ncache%3Akey\n" . self::TEXT, 'file of Symfony > native'];
        yield 'a file of Laravel' => ['1789000000' . self::TEXT, 'file of Laravel > native'];
        yield 'Base64' => [base64_encode(self::TEXT), 'base64 > native'];
        foreach ([1, 6, 9] as $level) {
            yield "zlib $level" => [(string) gzcompress(self::TEXT, $level), 'zlib > native'];
            yield "gzip $level" => [(string) gzencode(self::TEXT, $level), 'gzip > native'];
        }
        yield 'tags' => [$tagged . self::TEXT, 'tag-aware > native'];
        yield 'zlib in a file of Symfony' => ["0\nkey\n" . gzcompress(self::TEXT), 'file of Symfony > zlib > native'];
    }

    #[Test]
    #[DataProvider('wraps')]
    public function the_wrapping_of_a_value_is_put_around_another_one(string $stored, string $path): void
    {
        $envelope = Envelope::open($stored);
        $lyo = Lyo::fromNative(self::TEXT);
        $other = $envelope->around($lyo);

        self::assertSame([$path, self::TEXT, $stored], [$envelope->path, $envelope->data, $envelope->around(self::TEXT)]);
        self::assertSame([Format::Lyo, $lyo], [Envelope::open($other)->format, Envelope::open($other)->data]);
        self::assertSame($stored, Envelope::open($other)->around(self::TEXT));
    }

    /** @return iterable<string, array{Text, string, string}> */
    public static function texts(): iterable
    {
        yield 'bytes' => [Text::Bytes, "\xC1\0\xFF", "\xC1\0\xFF"];
        yield 'UTF-8 with a NUL' => [Text::Utf8, "a\0b", "a\0b"];
        yield 'no NUL' => [Text::NoNul, "a\0b", base64_encode("a\0b")];
        yield 'text' => [Text::NoNul, 'Grüße', 'Grüße'];
        yield 'no UTF-8' => [Text::Utf8, "\xC1x", base64_encode("\xC1x")];
        yield 'Base64 always' => [Text::Base64, 'abc', base64_encode('abc')];
    }

    #[Test]
    #[DataProvider('texts')]
    public function a_place_for_text_gets_text(Text $text, string $data, string $stored): void
    {
        self::assertSame($stored, $text->around($data));
    }

    #[Test]
    public function a_short_value_in_a_place_for_text_is_found_again(): void
    {
        $lyo = Lyo::fromNative('a:0:{}');
        $stored = Text::NoNul->around($lyo);

        self::assertLessThan(8, strlen($stored));
        self::assertSame($lyo, Envelope::open($stored, Text::NoNul)->data);
        self::assertSame('a:0:{}', Envelope::open($stored, Text::NoNul)->around('a:0:{}'));
    }

    #[Test]
    public function data_that_are_not_a_value_are_refused(): void
    {
        $this->expectException(UnknownFormatException::class);
        Envelope::open('just some words');
    }

    #[Test]
    public function an_unavailable_compression_is_refused(): void
    {
        $envelope = Envelope::open("gz:\x1F\x8B" . gzcompress(self::TEXT));
        self::assertSame(self::TEXT, $envelope->data);
        $this->expectException(InexactException::class);
        $envelope->around('x');
    }
}
