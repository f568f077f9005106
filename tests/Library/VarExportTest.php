<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use Lyo\ClassPolicy;
use Lyo\Codec\TranslatedCodec;
use Lyo\Exception\InexactException;
use Lyo\Exception\LyoException;
use Lyo\Format;
use Lyo\Translator;
use Lyo\VarExport\Reader;
use Lyo\VarExport\Writer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use Random\Engine\Mt19937;
use Random\Randomizer;

final class VarExportTest extends TestCase
{
    #[Test]
    public function it_writes_what_var_export_writes(): void
    {
        $random = new Randomizer(new Mt19937(24));
        $values = [
            null, true, false, 0, -5, PHP_INT_MIN, PHP_INT_MAX, 1.0, -0.0, 0.1, 1e25, NAN, INF, -INF, '', "a'b\\c\0d\n", "\0", [], [[]], new \stdClass(), Level::High,
            [PHP_INT_MIN => 1, 'a' => [true, []], -5 => Level::Low, "k\0'y" => (object) ['x' => 1, 'y' => (object) [], 'z' => [1, (object) ['q' => []]], "o'" => Level::Low]],
        ];
        for ($i = 0; $i < 300; $i++) {
            $values[] = self::value($random, 4);
        }
        foreach ($values as $value) {
            $text = serialize($value);
            $exported = var_export($value, true);

            self::assertSame($exported, Writer::fromNative($text));
            self::assertSame($text, Reader::toNative($exported));
            self::assertSame($text, Reader::toNative("<?php return $exported;\n"));
        }
        self::assertGreaterThan(320, count($values));
    }

    private static function value(Randomizer $random, int $depth): mixed
    {
        $entries = static function () use ($random, $depth): array {
            $array = [];
            for ($i = $random->getInt(0, 4); $i > 0; $i--) {
                $array[$random->getInt(0, 1) === 0 ? $random->getInt(-9, 9) : 'k' . $random->getBytes(2)] = self::value($random, $depth - 1);
            }
            return $array;
        };
        return match ($random->getInt($depth > 0 ? 0 : 2, 7)) {
            0, 1 => $entries(),
            2 => $random->getInt(PHP_INT_MIN, PHP_INT_MAX),
            3 => $random->getInt(-1000, 1000) / 7,
            4 => $random->getBytes($random->getInt(1, 20)),
            5 => $random->getInt(0, 1) === 1,
            6 => Level::High,
            default => $depth > 0 ? (object) array_filter($entries(), is_string(...), ARRAY_FILTER_USE_KEY) : null,
        };
    }

    #[Test]
    #[DataProvider('read')]
    public function output_of_other_exporters_is_read(string $php, string $text): void
    {
        self::assertSame($text, Reader::toNative($php));
    }

    /** @return iterable<string, array{string, string}> */
    public static function read(): iterable
    {
        yield 'brackets, as Symfony and Laravel write them' => ["<?php // key\n\nreturn ['a' => [1, 'x' => 2, 3, 7 => 4, 5],];", 'a:1:{s:1:"a";a:5:{i:0;i:1;s:1:"x";i:2;i:1;i:3;i:7;i:4;i:8;i:5;}}'];
        yield 'declare and comments' => ["<?php\n/* a */ declare(strict_types=1); # b\nreturn /* c */ array('5' => 1) ?>\n", 'a:1:{i:5;i:1;}'];
        yield 'escapes in double quotes' => ['"\x41\101\u{e9}\u{1F600}\n\r\t\v\e\f\\\\\$\"\q\0"', "s:20:\"AA\u{e9}\u{1F600}\n\r\t\v\e\f\\$\"\\q\0\";"];
        yield 'pieces' => ["'a' . \"b\" . 'c'", 's:3:"abc";'];
        yield 'an object of a class' => ['\Foo\Bar::__set_state(array(\'a\' => 1, \'5\' => 2))', 'O:7:"Foo\Bar":2:{s:1:"a";i:1;s:1:"5";i:2;}'];
        yield 'an object, before PHP 7.3' => ['stdClass::__set_state(array())', 'O:8:"stdClass":0:{}'];
        yield 'a case twice' => ['array(\Foo::A, \Foo::B, \Foo::A)', 'a:3:{i:0;E:5:"Foo:A";i:1;E:5:"Foo:B";i:2;r:2;}'];
        yield 'a case' => ['\Foo\Bar::Baz', 'E:11:"Foo\Bar:Baz";'];
    }

    #[Test]
    #[DataProvider('refused')]
    public function code_is_refused_and_never_run(string $php, string $class, int $offset): void
    {
        foreach ([$php, "<?php return $php;"] as $text) {
            try {
                Reader::toNative($text);
                self::fail($text);
            } catch (LyoException $e) {
                self::assertSame([$class, $offset + ($text === $php ? 0 : 13)], [(new \ReflectionClass($e))->getShortName(), $e->getOffset()], $text);
            }
        }
    }

    /** @return iterable<string, array{string, string, int}> */
    public static function refused(): iterable
    {
        foreach (['a call' => 'trigger_error("run")', 'a variable' => '$x', 'a constant' => 'FOO', 'a new object' => 'new Foo', 'a closure' => 'fn() => 1', 'a shell' => '`id`', 'a class name' => 'Foo::class',
            'a static call' => 'Foo::bar()', 'a heredoc' => "<<<A\nx\nA", 'a reference' => '&$a', 'silence' => '@1', 'two minuses' => '--1', 'octal' => '010', 'too many digits' => '9223372036854775808'] as $name => $php) {
            yield $name => ["[$php]", 'CorruptException', 1];
        }
        yield 'a sum' => ['[1 + 2]', 'CorruptException', 3];
        yield 'a variable in a string' => ['["a$b"]', 'CorruptException', 3];
        yield 'an empty entry' => ['[1,,2]', 'CorruptException', 3];
        yield 'two arrows' => ['[1 => 2 => 3]', 'CorruptException', 8];
        yield 'no such character' => ['"\u{110000}"', 'CorruptException', 2];
    }

    #[Test]
    public function a_file_that_does_more_than_return_is_refused(): void
    {
        foreach (['<?php echo 1; return 5;', '<?php return 5; echo 1;', '<?php return 5;?>x', "<?php // ?> \n return 5;", 'return 5;', '<?php', '', '5 5', "<?php return 1;\0"] as $php) {
            try {
                Reader::toNative($php);
                self::fail($php);
            } catch (LyoException $e) {
                self::assertLessThanOrEqual(strlen($php), $e->getOffset());
            }
            self::assertNotSame(Format::VarExport, Format::detect($php));
        }
    }

    #[Test]
    public function damaged_text_that_is_accepted_has_the_value_that_php_gives_it(): void
    {
        $random = new Randomizer(new Mt19937(7));
        $texts = [
            var_export([1, 'a' => ["b'c" => -1.5e25, 7 => null], 5 => true], true), "<?php\nreturn ['x' => \"a\\x41\\u{e9}\\0\", 'y' . 'z' => 3, [], 2 => -7,];\n",
            "(object) array('a' => array(1, 2.0, -INF, NAN), 'b' => (object) [])", "'a' . \"\\0\" . '\\\\'", '-9223372036854775807-1', "<?php /* a */ # x\nreturn array('5' => 1, 0x10, 1_0, 017);",
        ];
        $parts = ["'", '"', '\\', '.', ',', '(', ')', '[', ']', '=>', '-', '+', ' ', "\n", '0', '1', '9', 'e', 'E', 'x', '_', 'array', 'NULL', 'true', '/*', '*/', '//', '#', ';', '?>', '<?php',
            '(object)', 'return', 'INF', '$', '{', '}', "\0", "\xFF", '&', '|', '!', '~', '<<<', '::', 'u{41}', '\\101'];
        $accepted = 0;
        for ($run = 0; $run < 30_000; $run++) {
            $text = $texts[$run % count($texts)];
            for ($changes = $random->getInt(1, 3); $changes > 0; $changes--) {
                $at = $random->getInt(0, strlen($text));
                $part = $parts[$random->getInt(0, count($parts) - 1)];
                $text = substr($text, 0, $at) . ($random->getInt(0, 2) > 0 ? $part : '') . substr($text, $at + $random->getInt(0, 1));
            }
            try {
                $ours = Reader::toNative($text);
            } catch (LyoException $e) {
                self::assertLessThanOrEqual(strlen($text), $e->getOffset());
                continue;
            }
            if (!str_contains($text, '::')) { // cases of enums that are not there
                $accepted++;
                self::assertSame(serialize(unserialize($ours)), serialize(eval(str_starts_with($text, '<?') ? "?>$text" : "return $text\n;")), $text);
            }
        }
        fwrite(STDERR, "\nvar_export: 30,000 damaged texts, $accepted taken, as PHP reads them\n");
        self::assertGreaterThan(2000, $accepted);
    }

    #[Test]
    public function every_beginning_is_refused(): void
    {
        $php = "<?php\nreturn array('a' => array(1.5, \"b\\0\" . 'c'), 5 => \\Foo::__set_state(array('d' => NULL)), 'e' => (object) array());";
        for ($size = 0; $size < strlen($php) - 1; $size++) {
            try {
                Reader::toNative(substr($php, 0, $size));
                self::fail((string) $size);
            } catch (LyoException $e) {
                self::assertLessThanOrEqual($size, $e->getOffset());
            }
        }
        self::assertGreaterThan(100, $size);
    }

    /** @param mixed $value */
    #[Test]
    #[DataProvider('lost')]
    public function losses_are_named($value, string $reason): void
    {
        $this->expectException(InexactException::class);
        $this->expectExceptionMessage($reason);
        (new TranslatedCodec(Format::VarExport))->encode($value);
    }

    /** @return iterable<string, array{mixed, string}> */
    public static function lost(): iterable
    {
        $x = 1;
        $object = (object) [];
        yield 'a reference' => [['a' => ['b' => &$x, 'c' => &$x]], 'var_export() would lose a PHP reference at a.c'];
        yield 'an object twice' => [[$object, $object], 'var_export() would lose the identity of an object that occurs twice at 1'];
        yield 'a class' => [['deep' => [5 => new \ArrayObject()]], 'var_export() would lose the class ArrayObject at deep.5'];
        yield 'a class alone' => [new \ArrayObject(), 'at the value itself'];
        yield 'no bytes of keys' => [["secret\n" => ['a' => new \ArrayObject()]], 'at ….a'];
    }

    #[Test]
    public function a_codec_reads_what_it_writes_under_a_class_policy(): void
    {
        $codec = new TranslatedCodec(Format::VarExport);
        $value = ['a' => (object) ['b' => 1.5], 'c' => Level::Low];

        self::assertEquals($value, $codec->decode($codec->encode($value), ClassPolicy::all()));
        self::assertTrue($codec->recognises(Format::VarExport, ''));
        self::assertSame('var_export', $codec->name());
        self::assertInstanceOf(\__PHP_Incomplete_Class::class, $codec->decode('\Foo::__set_state(array())', ClassPolicy::none()));
        $this->expectException(LyoException::class);
        $codec->decode('\Foo::__set_state(array())', ClassPolicy::none()->orThrow());
    }

    #[Test]
    public function it_is_translated_into_other_formats(): void
    {
        $php = "array (\n  'a' => \n  array (\n    0 => 1,\n  ),\n)";
        $lyo = Translator::translate($php, Format::Lyo);

        self::assertSame($php, Translator::translate($lyo, Format::VarExport));
    }
}
