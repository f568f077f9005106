<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Wire;

use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use UnexpectedValueException;

/** The notation that is the independent opinion about encoder and lyo-dump, against texts written by hand. */
#[CoversNothing]
final class NativeDiagnosticTest extends TestCase
{
    /** @return iterable<string, array{string, string}> */
    public static function texts(): iterable
    {
        yield 'leaves' => ['a:5:{i:0;N;i:1;b:1;i:2;i:-7;i:3;d:1.5;i:4;s:2:"a"";}', '[null, true, -7, 1.5, "a\""]'];
        yield 'floats' => ['a:4:{i:0;d:NAN;i:1;d:-INF;i:2;d:1.0E+25;i:3;d:-0;}', '[nan, -inf, 1.0e+25, -0.0]'];
        yield 'a map' => ['a:2:{s:1:"a";i:1;i:5;a:0:{}}', '{"a": 1, 5: []}'];
        yield 'visibilities' => [
            "O:1:\"C\":4:{s:1:\"a\";i:1;s:4:\"\0*\0b\";i:2;s:4:\"\0C\0c\";i:3;s:4:\"\0P\0d\";i:4;}",
            'C{"a": 1, protected "b": 2, private "c": 3, private P "d": 4}',
        ];
        yield 'an object twice' => ['a:2:{i:0;O:1:"C":0:{}i:1;r:2;}', '[#0=C{}, #0]'];
        yield 'a reference takes no number in the text' => ['a:4:{i:0;i:1;i:1;R:2;i:2;O:1:"C":0:{}i:3;r:3;}', '[&0 1, *0, #0=C{}, #0]'];
        yield 'references by second sight' => ['a:4:{i:0;i:1;i:1;i:2;i:2;R:3;i:3;R:2;}', '[&1 1, &0 2, *0, *1]'];
        yield 'an enum case again' => ['a:2:{i:0;E:3:"S:H";i:1;r:2;}', '[S::H, S::H]'];
        yield 'a custom payload' => ['C:1:"T":3:{a}"}', 'T("a}\"")'];
        yield 'bytes that are no text' => ["s:3:\"\0\x7F\xFF\";", '"\x00\x7F\xFF"'];
    }

    #[Test]
    #[DataProvider('texts')]
    public function it_prints_the_value_of_the_text(string $text, string $notation): void
    {
        self::assertSame($notation, NativeDiagnostic::fromText($text));
    }

    #[Test]
    public function it_refuses_text_after_the_value(): void
    {
        $this->expectException(UnexpectedValueException::class);
        NativeDiagnostic::fromText('i:1;i:2;');
    }
}
