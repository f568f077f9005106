<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Store;

use Lyo\Exception\CorruptException;
use Lyo\Exception\LyoException;
use Lyo\Exception\UnavailableException;
use Lyo\Exception\UnknownFormatException;
use Lyo\Format;
use Lyo\Functions\Lyo;
use Lyo\Tools\Packed\Algorithm;
use Lyo\Tools\Packed\Lz4;
use Lyo\Tools\Packed\Lzf;
use Lyo\Tools\Store\Envelope;
use Lyo\Tools\Store\Text;
use Lyo\Translator;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

final class EnvelopeTest extends TestCase
{
    private const TEXT = 'a:1:{s:3:"key";s:5:"value";}';

    /** @return iterable<string, array{string, string}> */
    public static function wraps(): iterable
    {
        $tagged = "\x9D" . pack('VN', 5, 6) . "\x5F" . substr(pack('N', 7), 1) . 'i:0;N;x';
        yield 'nothing' => [self::TEXT, 'native'];
        yield 'a file of Symfony' => ["1789000000\ncache%3Akey\n" . self::TEXT, 'file of Symfony > native'];
        yield 'a file of Laravel' => ['1789000000' . self::TEXT, 'file of Laravel > native'];
        yield 'Base64' => [base64_encode(self::TEXT), 'base64 > native'];
        foreach ([1, 6, 9] as $level) {
            yield "zlib $level" => [(string) gzcompress(self::TEXT, $level), 'zlib > native'];
            yield "gzip $level" => [(string) gzencode(self::TEXT, $level), 'gzip > native'];
        }
        yield 'tags' => [$tagged . self::TEXT, 'tag-aware > native'];
        yield 'LZ4 of phpredis' => [Lz4::frame(Lz4::pack(self::TEXT), strlen(self::TEXT)), 'lz4 > native'];
        yield 'LZF of phpredis' => [Lzf::pack(self::TEXT), 'lzf > native'];
        yield 'LZF in a file of Laravel' => ['1789000000' . Lzf::pack(self::TEXT), 'file of Laravel > lzf > native'];
        yield 'Cm_Cache' => ["gz:\x1F\x8B" . gzcompress(self::TEXT), 'cm-cache > native'];
        yield 'a session of Magento' => [':gz:' . gzcompress(self::TEXT), 'session of Magento > native'];
        yield 'a newline' => [self::TEXT . "\n", 'native'];
        yield 'zlib in a file of Symfony' => ["0\nkey\n" . gzcompress(self::TEXT), 'file of Symfony > zlib > native'];
    }

    #[Test]
    #[DataProvider('wraps')]
    public function the_wrapping_of_a_value_is_put_around_another_one(string $stored, string $path): void
    {
        $envelope = Envelope::open($stored);
        $lyo = Lyo::fromNative(self::TEXT);
        $other = $envelope->around($lyo);

        self::assertSame([$path, self::TEXT, $stored], [$envelope->path(), $envelope->data, $envelope->around(self::TEXT)]);
        self::assertSame([Format::Lyo, $lyo], [Envelope::open($other)->format, Envelope::open($other)->data]);
        self::assertSame($stored, Envelope::open($other)->around(self::TEXT));
    }

    #[Test]
    public function a_row_of_drupals_caches_has_an_empty_array_before_what_plain_drupal_cannot_read(): void
    {
        $lyo = Lyo::fromNative(self::TEXT);
        foreach (['lyo' => $lyo, 'zlib > lyo' => (string) gzcompress($lyo), 'igbinary2' => Translator::translate(self::TEXT, Format::Igbinary2)] as $path => $data) {
            $envelope = Envelope::open("a:0:{}$data");
            self::assertSame("row of Drupal > $path", $envelope->path());
            self::assertSame("a:0:{}$data", $envelope->around($envelope->data));
        }
        self::assertSame('native', Envelope::open('a:0:{}')->path());
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

    /** @return iterable<string, array{string, string}> */
    public static function damaged(): iterable
    {
        yield 'serialize() text' => [substr(self::TEXT, 0, -4), 'native'];
        yield 'a file of Laravel' => ['1789000000' . substr(self::TEXT, 0, -4), 'file of Laravel > native'];
        yield 'lyo' => [substr(Lyo::fromNative(self::TEXT), 0, -2), 'lyo'];
        yield 'lyo in LZ4' => [Lz4::frame(Lz4::pack(substr(Lyo::fromNative(self::TEXT), 0, -2)), strlen(Lyo::fromNative(self::TEXT)) - 2), 'lz4 > lyo'];
    }

    #[Test]
    #[DataProvider('damaged')]
    public function damaged_values_are_values_that_cannot_be_read(string $stored, string $path): void
    {
        $envelope = Envelope::open($stored);
        self::assertSame($path, $envelope->path());
        $this->expectException(LyoException::class);
        $envelope->native();
    }

    /** @return iterable<array{string}> */
    public static function words(): iterable
    {
        yield ['s: this is a word'];
        yield ['a:b'];
        yield ["\x05hello world, this is text"];
        yield ["d\2\0\0\0 ab"];
    }

    #[Test]
    #[DataProvider('words')]
    public function text_is_not_called_damaged(string $text): void
    {
        $this->expectException(UnknownFormatException::class);
        Envelope::open($text);
    }

    #[Test]
    public function own_compressions_come_back_and_hostile_bytes_are_refused(): void
    {
        mt_srand(7);
        $cases = 0;
        for ($i = 0; $i < 300; $i++) {
            $data = '';
            for ($size = mt_rand(1, $i % 10 === 0 ? 100_000 : 400); strlen($data) < $size;) {
                $data .= mt_rand(0, 1) === 0 ? random_bytes(mt_rand(1, 20)) : str_repeat(substr($data, -mt_rand(1, 60)) ?: 'x', mt_rand(1, 30));
            }
            foreach ([Algorithm::Lz4, Algorithm::Lz4Block, Algorithm::Lzf, Algorithm::FastLz] as $algorithm) {
                $packed = $algorithm->pack($data);
                self::assertSame(bin2hex($data), bin2hex($algorithm->unpack($packed, 1 << 24)), $algorithm->value);
                $packed[mt_rand(0, strlen($packed) - 1)] = chr(mt_rand(0, 255));
                try {
                    self::assertLessThanOrEqual(1 << 20, strlen($algorithm->unpack(substr($packed, 0, mt_rand(1, strlen($packed))), 1 << 20)));
                } catch (CorruptException) {
                }
                $cases++;
            }
        }
        self::assertSame(1200, $cases);
    }

    #[Test]
    public function an_unavailable_compression_is_refused(): void
    {
        if (function_exists('snappy_uncompress')) {
            self::markTestSkipped('this PHP has snappy');
        }
        $this->expectException(UnavailableException::class);
        $this->expectExceptionMessage('compressed with snappy, needs the extension snappy');
        Envelope::open("sn:\x1F\x8B" . 'anything');
    }
}
