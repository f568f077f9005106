<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use Lyo\Format;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use Random\Engine\Mt19937;
use Random\Randomizer;

final class FormatTest extends TestCase
{
    #[Test]
    #[DataProvider('known')]
    public function each_format_is_detected(string $data, Format $format): void
    {
        self::assertSame($format, Format::detect($data));
        self::assertSame($format, Format::guess($data));
    }

    /** @return iterable<string, array{string, Format}> */
    public static function known(): iterable
    {
        foreach (['N;', 'b:0;', 'b:1;', 'i:0;', 'i:-5;', 'd:0.1;', 'd:-1.0E+25;', 'd:NAN;', 'd:-INF;', 's:0:"";', 's:3:"a;b";', 'S:1:"\61";',
            'a:0:{}', 'a:1:{i:0;i:1;}', 'O:8:"stdClass":0:{}', 'C:1:"S":1:{x}', 'E:6:"Suit:H";'] as $text) {
            yield "native $text" => [$text, Format::Native];
        }
        yield 'lyo' => ["\xC1\x10\xA0", Format::Lyo];
        yield 'lyo with an array that occurs again' => ["\xC1\x11\1\1\x81\x80\3\xED\0", Format::Lyo];
        yield 'lyo of a later version' => ["\xC1\x22\xA0", Format::Lyo];
        yield 'lyo in igbinary' => ["\0\0\0\4\xC1\x10\xA0", Format::LyoCarrier];
        yield 'igbinary 1' => ["\0\0\0\1\x14\0", Format::Igbinary1];
        yield 'igbinary 2' => ["\0\0\0\2\0", Format::Igbinary2];
        yield 'msgpack map' => ["\x81\xA1a\1", Format::Msgpack];
        yield 'msgpack nil' => ["\xC0", Format::Msgpack];
        yield 'msgpack string' => ["\xA3abc", Format::Msgpack];
        yield 'JSON object' => ['{"a":[1,2.5,null]}', Format::Json];
        yield 'JSON string' => ['"a"', Format::Json];
        yield 'JSON number' => ['-12', Format::Json];
        yield 'JSON true' => [' true', Format::Json];
        yield 'var_export()' => ["array (\n  0 => 1,\n)", Format::VarExport];
        yield 'var_export() of an object' => ["\\Foo::__set_state(array(\n   'a' => 1,\n))", Format::VarExport];
        yield 'a file of var_export()' => ["<?php\nreturn array('a' => NULL);\n", Format::VarExport];
        yield 'WDDX' => ["<wddxPacket version='1.0'><header/><data><null/></data></wddxPacket>\n", Format::Wddx];
        yield 'BSON' => ["\x0c\0\0\0\x10a\0\5\0\0\0\0", Format::Bson];
        yield 'session' => ['uid|i:5;n|a:1:{i:0;s:1:"a";}', Format::SessionPhp];
        yield 'binary session' => ["\3uidi:5;\1na:1:{i:0;s:1:\"a\";}", Format::SessionPhpBinary];
        yield 'gzip' => [(string) gzencode('x'), Format::Gzip];
        foreach ([0, 1, 6, 9] as $level) {
            yield "zlib $level" => [(string) gzcompress('hello', $level), Format::Zlib];
        }
        yield 'zstd' => ["\x28\xB5\x2F\xFD\x20\x05\x29\0\0hello", Format::Zstd];
        yield 'lz4' => ["\x04\x22\x4D\x18\x64\x40\xA7\0\0\0\0\x05", Format::Lz4];
        yield 'tag-aware' => ["\x9D\1\2\3\4\0\6\7\x08\x5F\0\0\0N;", Format::TagAware];
        yield 'Cm_Cache' => ["zs:\x1F\x8Bdata", Format::CmCache];
    }

    #[Test]
    #[DataProvider('unknown')]
    public function data_that_only_resemble_a_format_are_not_detected(string $data): void
    {
        self::assertNull(Format::detect($data));
    }

    /** @return iterable<string, array{string}> */
    public static function unknown(): iterable
    {
        foreach (['', 'hello', 'a', 'a: 1', 'N', 's:3:"abcd";', 's:3:"abc"', 'a:1:{', 'b:2;', 'i:;', 'd:;', 'O:8:stdClass', 'E:3:"A";', "\xC1", "\xC1\x41\0",
            "\0\0\0\2", "\0\0\0\2\x28", "\0\0\0\3\0", "\0\0\0\4\0\0\0", "\0\0\1", "\x1F\x8B", "\x78\x9C", "\x78\x9D12345678", "\x78\x9Cnot packed", "\x81\xA1a",
            "\x81\xA1a\1\1", '{"a":', '12 34', 'nothing', 'name|value', '|i:5;', 'array (1', 'array (phpinfo())', '<?php echo 1;', '<wddxPacket version="1.0">', "\x0c\0\0\0\x10a\0\5\0\0\0", "\3uid", '{a}', "\x9D12345678"] as $data) {
            yield "'" . addcslashes($data, "\0..\37\177..\377") . "'" => [$data];
        }
    }

    #[Test]
    public function damaged_data_are_guessed_by_their_beginning(): void
    {
        $guesses = array_map(
            static fn(string $data): ?string => Format::guess($data)?->value,
            ['a:1:{i:0;', "\xC1", "\0\0\0\1", "\0\0\0\2", "\x1F\x8B", "\x28\xB5\x2F\xFD", '{"a":', "\x81\xA1a", 'hello', ''],
        );
        self::assertSame(['native', 'lyo', 'igbinary1', 'igbinary2', 'gzip', 'zstd', 'json', 'msgpack', null, null], $guesses);
    }

    #[Test]
    public function random_bytes_are_rarely_mistaken_for_data(): void
    {
        $random = new Randomizer(new Mt19937(1));
        $marked = 0;
        for ($i = 0; $i < 20_000; $i++) {
            $format = Format::detect($random->getBytes($random->getInt(16, 64)));
            $marked += $format !== null ? 1 : 0;
        }
        // the first byte of lyo, 1 of 256, with the second: about 0.2 %
        self::assertLessThan(100, $marked);
    }

    #[Test]
    public function text_is_never_mistaken_for_data(): void
    {
        $checked = 0;
        foreach (['README.md', 'ARCHITECTURE.md', 'spec/format.md', 'src/Format.php', 'Makefile'] as $file) {
            foreach (file(dirname(__DIR__, 2) . "/$file", FILE_IGNORE_NEW_LINES) ?: [] as $line) {
                if (json_decode($line) === null) {
                    self::assertNull(Format::detect($line), "$file: $line");
                    $checked++;
                }
            }
        }
        self::assertGreaterThan(1500, $checked);
    }

    #[Test]
    public function formats_say_whether_they_wrap_and_have_a_mark(): void
    {
        self::assertTrue(Format::Zlib->wraps());
        self::assertFalse(Format::Native->wraps());
        self::assertTrue(Format::Native->marked());
        self::assertFalse(Format::Json->marked());
    }
}
