<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use Lyo\Exception\CorruptException;
use Lyo\Exception\LimitException;
use Lyo\Exception\LyoException;
use Lyo\Exception\TruncatedException;
use Lyo\Native\Reader;
use Lyo\Native\Text;
use Lyo\Native\Writer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

final class NativeReaderTest extends TestCase
{
    #[Test]
    public function text_comes_back_token_by_token(): void
    {
        $object = (object) ['self' => null, 5 => [1.5, -0.0, NAN, INF, -INF, 1e25, 1e-7, 0.1]];
        $object->self = $object;
        $x = 'x';
        $text = serialize([1, 'a' => null, 'b' => [true, false, '', "q\";\0"], 'o' => $object, 'r' => [&$x, &$x], -5 => PHP_INT_MIN]);

        self::assertSame($text, self::again($text));
    }

    #[Test]
    public function every_value_is_a_slot(): void
    {
        foreach (['N;', 'b:1;', 'i:1;', 'd:1;', 's:0:"";', 'S:0:"";', 'a:0:{}', 'O:1:"A":0:{}', 'C:1:"A":1:{x}', 'E:3:"A:B";'] as $value) {
            $text = "a:2:{i:0;{$value}i:1;r:4;}";
            try {
                self::again($text);
                self::fail($value);
            } catch (CorruptException $e) {
                self::assertSame(strlen($text) - 5, $e->getOffset(), $value);
            }
            self::again("a:2:{i:0;{$value}i:1;r:2;}");
            self::again("a:3:{i:0;{$value}i:1;r:2;i:2;r:3;}");
            self::again("a:3:{i:0;{$value}i:1;R:2;i:2;i:1;}");
        }
    }

    #[Test]
    #[DataProvider('odd')]
    public function text_that_unserialize_accepts_is_accepted(string $text, string $plain): void
    {
        self::assertSame($plain, self::again($text));
        self::assertSame($plain, serialize(unserialize($text)));
    }

    /** @return iterable<string, array{string, string}> */
    public static function odd(): iterable
    {
        yield 'plus' => ['i:+5;', 'i:5;'];
        yield 'leading zeros' => ['i:-007;', 'i:-7;'];
        yield 'minus zero' => ['i:-0;', 'i:0;'];
        yield 'digits of a float' => ['d:0.10000000000000001;', 'd:0.1;'];
        yield 'escapes' => ['S:3:"\61b\63";', 's:3:"abc";'];
        yield 'an escape, then plain bytes' => ['a:1:{i:0;S:3:"\61bc";}', 'a:1:{i:0;s:3:"abc";}'];
        yield 'size with zeros' => ['s:003:"abc";', 's:3:"abc";'];
        yield 'keys' => ['a:2:{i:+1;i:1;S:1:"\61";i:2;}', 'a:2:{i:1;i:1;s:1:"a";i:2;}'];
    }

    /** @param class-string<LyoException> $exception */
    #[Test]
    #[DataProvider('refused')]
    public function errors_have_a_reason_and_an_offset(string $text, string $exception, int $offset): void
    {
        try {
            self::again($text, 3);
        } catch (LyoException $e) {
            self::assertSame([$exception, $offset], [$e::class, $e->getOffset()], $e->getMessage());
            return;
        }
        self::fail('nothing was refused');
    }

    /** @return iterable<string, array{string, class-string<LyoException>, int}> */
    public static function refused(): iterable
    {
        yield 'nothing' => ['', TruncatedException::class, 0];
        yield 'a type alone' => ['N', TruncatedException::class, 0];
        yield 'no type' => ['x:1;', CorruptException::class, 0];
        yield 'no int' => ['i:x;', CorruptException::class, 0];
        yield 'int beyond 64 bits' => ['i:9223372036854775808;', CorruptException::class, 0];
        yield 'no float' => ['d:x;', CorruptException::class, 0];
        foreach ([' ', "\t", "\n", "\v", "\f", "\r"] as $space) {
            yield 'a float and the byte ' . bin2hex($space) => ["d:8$space;", CorruptException::class, 0];
        }
        yield 'half a float' => ['d:1.5', TruncatedException::class, 0];
        yield 'no bool' => ['b:2;', CorruptException::class, 0];
        yield 'half a string' => ['s:5:"ab', TruncatedException::class, 0];
        yield 'string without an end' => ['s:2:"abc";', CorruptException::class, 0];
        yield 'half an escape' => ['S:1:"\6', TruncatedException::class, 0];
        yield 'no escape' => ['S:1:"\zz";', CorruptException::class, 0];
        yield 'size without digits' => ['s::"";', CorruptException::class, 0];
        yield 'half an array' => ['a:1:{i:0;', TruncatedException::class, 0];
        yield 'array that goes on' => ['a:0:{i:0;i:1;}', CorruptException::class, 5];
        yield 'too many entries' => ['a:9:{}', TruncatedException::class, 0];
        yield 'no key' => ['a:1:{N;i:1;}', CorruptException::class, 5];
        yield 'no key at all' => ['a:1:{i:0;i:1;', TruncatedException::class, 13];
        yield 'class without a name' => ['O:0:"":0:{}', CorruptException::class, 0];
        yield 'half a payload' => ['C:1:"S":5:{ab}', TruncatedException::class, 0];
        yield 'case without a class' => ['E:1:"A";', CorruptException::class, 0];
        yield 'back reference to nothing' => ['a:1:{i:0;r:9;}', CorruptException::class, 9];
        yield 'back reference to itself' => ['R:1;', CorruptException::class, 0];
        yield 'bytes behind' => ['N;N;', CorruptException::class, 2];
        yield 'too deep' => ['a:1:{i:0;a:1:{i:0;a:1:{i:0;a:1:{i:0;N;}}}}', LimitException::class, 27];
    }

    #[Test]
    public function floats_have_all_digits_whatever_the_setting(): void
    {
        $wrong = [];
        mt_srand(7);
        $precision = ini_set('serialize_precision', '-1');
        for ($i = 0; $i < 20_000; $i++) {
            $bytes = pack('NN', mt_rand(), mt_rand());
            $unpacked = unpack($i % 2 === 0 ? 'd' : 'e', $bytes);
            $value = is_array($unpacked) && is_float($unpacked[1]) && is_finite($unpacked[1]) ? $unpacked[1] : (float) ($i / 7);
            $value = $i % 3 === 0 ? round(mt_rand() / 1000, 2) : $value;
            $expected = serialize($value);
            ini_set('serialize_precision', '5');
            if (Text::float($value) !== $expected) {
                $wrong[] = $expected;
            }
            ini_set('serialize_precision', '-1');
        }
        ini_set('serialize_precision', (string) $precision);

        self::assertSame([], $wrong);
    }

    private static function again(string $text, int $maxDepth = 0): string
    {
        $writer = new Writer();
        Reader::read($text, $writer, $maxDepth);
        self::assertSame(strlen($writer->text()), $writer->size());
        return $writer->text();
    }

    #[Test]
    public function text_that_ends_after_a_type_is_an_exception(): void
    {
        foreach (['i', 's', 'a:1:{i', 'a:1:{s', 'a:1:{i:0;i', 'a:1:{i:0;s'] as $text) {
            try {
                Reader::read($text, new Writer());
                self::fail($text);
            } catch (LyoException $e) {
                self::assertLessThan(strlen($text), $e->getOffset());
            }
        }
    }
}
