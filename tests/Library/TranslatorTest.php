<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use Lyo\Exception\InexactException;
use Lyo\Exception\UnknownFormatException;
use Lyo\Format;
use Lyo\Native\Reader;
use Lyo\Native\Writer;
use Lyo\Tests\Corpus\Corpus;
use Lyo\Tests\Wire\Vector;
use Lyo\Translator;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

final class TranslatorTest extends TestCase
{
    #[Test]
    public function the_text_of_every_vector_comes_back_through_every_format(): void
    {
        $translated = 0;
        foreach (Vector::all('valid') as $vector) {
            $text = serialize($vector->value());
            $lyo = Translator::translate($text, Format::Lyo, Format::Native);
            $igbinary = Translator::translate($lyo, Format::Igbinary2, Format::Lyo);

            self::assertSame(bin2hex($vector->bytes()), bin2hex($lyo), $vector->name);
            self::assertSame($text, Translator::translate($igbinary, Format::Native, Format::Igbinary2), $vector->name);
            self::assertSame($text, Translator::translate("\0\0\0\4$lyo", Format::Native), $vector->name);
            $translated++;
        }
        self::assertGreaterThanOrEqual(270, $translated);
    }

    #[Test]
    public function the_texts_of_the_corpus_come_back_through_every_format(): void
    {
        $corpus = Corpus::place();
        if (!is_file("$corpus/manifest.tsv")) {
            self::markTestSkipped('no corpus of real values here (LYO_CORPUS)');
        }
        $files = glob("$corpus/*/*.ser") ?: [];
        foreach ($files as $file) {
            $text = (string) file_get_contents($file);
            $writer = new Writer();
            Reader::read($text, $writer);
            $lyo = Translator::translate($text, Format::Lyo, Format::Native, false);
            $igbinary = Translator::translate($lyo, Format::Igbinary2, Format::Lyo, false);

            self::assertSame(md5($text), md5($writer->text()), $file);
            self::assertSame(md5($text), md5(Translator::translate($igbinary, Format::Native)), $file);
        }
        self::assertGreaterThanOrEqual(347, count($files));
    }

    /** For large data no second text is made: they are compared token by token, if possible. */
    #[Test]
    public function large_texts_come_back_through_every_format(): void
    {
        $many = str_repeat('x', 500);
        $rows = array_map(static fn(int $i): array => ['id' => $i, "name" => "$many$i", 'price' => $i / 8, 'on' => $i % 3 === 0, 'none' => null, 'tags' => []], range(1, 3000));
        $object = (object) ['rows' => array_slice($rows, 0, 10)];
        $shared = 'some value';
        $large = [
            'plain' => serialize($rows),
            'objects' => serialize([$rows, $object, $object, &$shared, &$shared]),
            'cases' => serialize([$rows, Format::Lyo, Format::Lyo, $object, $object]),
            'payloads' => str_replace('s:4:"HERE";', 'C:3:"Abc":14:{a:1:{i:0;i:1;}}', serialize([$rows, 'HERE', $object, $object])),
        ];
        $large['payloads'] = (string) preg_replace('/r:\d+;}$/', 'r:' . (2 + 3 + 3000 * 7 + 1) . ';}', $large['payloads']);
        foreach ($large as $name => $text) {
            self::assertGreaterThan(1 << 20, strlen($text));
            foreach ([Format::Lyo, Format::Igbinary2] as $format) {
                $data = Translator::translate($text, $format, Format::Native);
                self::assertSame(md5($text), md5(Translator::translate($data, Format::Native, $format)), "$name, $format->value");
            }
        }
        $odd = str_replace('i:7;', 'i:+7;', $large['plain']);
        self::assertNotSame($large['plain'], $odd);
        self::assertSame(md5($large['plain']), md5(Translator::translate($odd, Format::Native, Format::Native)));
        self::assertSame(md5(Translator::translate($large['plain'], Format::Lyo)), md5(Translator::translate($odd, Format::Lyo)));
    }

    #[Test]
    public function large_data_are_translated_in_a_small_multiple_of_their_size(): void
    {
        $text = serialize(array_map(static fn(int $i): array => ['identifier' => $i, 'name of it' => "name $i", 'price' => $i / 8, 'comment' => md5((string) $i)], range(1, 40_000)));
        foreach ([Format::Lyo->value => 6.0, Format::Igbinary2->value => 5.0] as $format => $most) {
            gc_collect_cycles();
            memory_reset_peak_usage();
            $before = memory_get_usage();
            $data = Translator::translate($text, Format::from($format), Format::Native);
            $peak = (memory_get_peak_usage() - $before) / strlen($text);
            self::assertLessThan($most, $peak, $format);
            memory_reset_peak_usage();
            $before = memory_get_usage();
            Translator::translate($data, Format::Native);
            self::assertLessThan($most, (memory_get_peak_usage() - $before) / strlen($text), "$format to native");
            fwrite(STDERR, sprintf("translation: native to %s takes %.1f times the text\n", $format, $peak));
        }
    }

    #[Test]
    public function no_class_is_loaded(): void
    {
        $asked = [];
        $loader = static function (string $class) use (&$asked): void {
            $asked[] = $class;
        };
        spl_autoload_register($loader);
        $text = 'a:2:{i:0;O:11:"No\Such\One":1:{s:1:"a";E:14:"No\Such\Enum:A";}i:1;C:11:"No\Such\Two":1:{x}}';
        $back = Translator::translate(Translator::translate($text, Format::Lyo), Format::Native);
        $again = Translator::translate(Translator::translate($text, Format::Igbinary2), Format::Native);
        spl_autoload_unregister($loader);

        self::assertSame([$text, $text], [$back, $again]);
        self::assertSame([], array_values(array_filter($asked, static fn(string $class): bool => str_starts_with($class, 'No\\'))));
    }

    #[Test]
    public function payloads_of_serializable_objects_get_new_numbers(): void
    {
        // the numbers of the inner text continue those of the outer one: its object is slot 3, the next value slot 4
        $text = 'a:3:{i:0;C:1:"S":37:{a:2:{i:0;O:8:"stdClass":0:{}i:1;r:4;}}i:1;O:8:"stdClass":0:{}i:2;r:6;}';
        $lyo = Translator::translate($text, Format::Lyo);

        self::assertStringContainsString('{i:0;O:8:"stdClass":0:{}i:1;r:2;}', $lyo);
        self::assertSame($text, Translator::translate($lyo, Format::Native));
        self::assertSame($text, Translator::translate(Translator::translate($text, Format::Igbinary2), Format::Native));
    }

    #[Test]
    #[DataProvider('inexact')]
    public function a_translation_that_cannot_be_exact_is_refused(string $text): void
    {
        $this->expectException(InexactException::class);
        Translator::translate($text, Format::Lyo, Format::Native);
    }

    /** @return iterable<string, array{string}> */
    public static function inexact(): iterable
    {
        yield 'a payload that refers to what stands around it' => ['a:2:{i:0;O:8:"stdClass":0:{}i:1;C:1:"S":4:{r:2;}}'];
        yield 'a back reference to something that is no object' => ['a:2:{i:0;i:5;i:1;r:2;}'];
        yield 'a key that occurs twice' => ['a:2:{i:0;i:5;i:0;i:6;}'];
        yield 'a reference to a slot within a payload that is gone' => ['a:2:{i:0;C:1:"S":4:{i:5;}i:1;R:3;}'];
    }

    #[Test]
    public function wrapped_values_are_unwrapped_and_translated(): void
    {
        $text = serialize(['a' => [1, 2.5, null]]);
        $tagged = "\x9D" . "\1\2\3\4\0\5\6\7" . "\x5F" . substr(pack('N', 2), 1) . 'N;' . $text;

        self::assertSame($text, Translator::translate((string) gzcompress($text), Format::Native));
        self::assertSame($text, Translator::translate((string) gzencode($text), Format::Native));
        self::assertSame($text, Translator::translate($tagged, Format::Native));
        self::assertSame($text, Translator::translate("gz:\x1F\x8B" . gzcompress($text), Format::Native));
        self::assertSame('a:2:{s:1:"a";d:1;s:1:"b";a:1:{i:0;N;}}', Translator::translate('{"a":1.0,"b":[null]}', Format::Native));
    }

    #[Test]
    public function sessions_become_their_array(): void
    {
        $expected = 'a:3:{s:3:"uid";i:5;s:1:"o";O:8:"stdClass":0:{}i:7;a:1:{i:0;r:3;}}';

        self::assertSame($expected, Translator::translate('uid|i:5;o|O:8:"stdClass":0:{}7|a:1:{i:0;r:2;}', Format::Native));
        self::assertSame($expected, Translator::translate("\3uidi:5;\1oO:8:\"stdClass\":0:{}\x017a:1:{i:0;r:2;}", Format::Native));
        self::assertSame('a:1:{s:1:"a";b:1;}', Translator::translate('!gone|a|b:1;', Format::Native, Format::SessionPhp));
        self::assertSame('a:1:{s:1:"a";b:1;}', Translator::translate("\x84gone\1ab:1;", Format::Native, Format::SessionPhpBinary));
    }

    #[Test]
    public function messagepack_becomes_text(): void
    {
        $data = "\x8A\xA1a\x01\xA1b\xFF\xA1c\xC0\xA1d\xC2\xA1e\xC3\xA1f\xCB\x3F\xF8\0\0\0\0\0\0\xA1g\xD1\xFF\0\xA1h\xCD\1\0\xA1i\x92\x05\xD9\2xy\xA1j\x82\xC0\xA8stdClass\xA1p\x07";

        self::assertSame(
            'a:10:{s:1:"a";i:1;s:1:"b";i:-1;s:1:"c";N;s:1:"d";b:0;s:1:"e";b:1;s:1:"f";d:1.5;s:1:"g";i:-256;s:1:"h";i:256;'
            . 's:1:"i";a:2:{i:0;i:5;i:1;s:2:"xy";}s:1:"j";O:8:"stdClass":1:{s:1:"p";i:7;}}',
            Translator::translate($data, Format::Native),
        );
        self::assertSame(
            'a:5:{i:0;d:1.5;s:2:"k1";s:3:"abc";i:300;s:2:"' . "\1x" . '";i:-5;a:1:{i:0;a:0:{}}s:0:"";i:5;}',
            Translator::translate("\x85\0\xCA\x3F\xC0\0\0\xD9\2k1\xC4\3abc\xCD\1\x2C\xD4\1x\xFB\xDC\0\1\x80\xC0\5", Format::Native, Format::Msgpack),
        );
    }

    #[Test]
    public function an_unknown_format_is_reported(): void
    {
        $this->expectException(UnknownFormatException::class);
        Translator::translate('hello', Format::Native);
    }

    #[Test]
    public function formats_that_cannot_be_written_are_refused(): void
    {
        $this->expectException(InexactException::class);
        $this->expectExceptionMessage('Nothing here writes json');
        Translator::translate('N;', Format::Json);
    }
}
