<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use Lyo\ClassPolicy;
use Lyo\Codec\TranslatedCodec;
use Lyo\Exception\CorruptException;
use Lyo\Exception\InexactException;
use Lyo\Format;
use Lyo\Translator;
use Lyo\Wddx\Reader;
use Lyo\Wddx\Writer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

final class WddxTest extends TestCase
{
    #[Test]
    #[RequiresPhpExtension('xmlwriter')]
    public function a_packet_is_written_as_phps_extension_wrote_it(): void
    {
        $value = ['a' => [1, 2.0, true, null, "x<\r\n\0"], 'o' => (object) ['p' => []], 5 => "\xFF\xFE", '' => "\u{FFFF}"];

        self::assertSame(
            '<wddxPacket version="1.0"><header/><data><struct>'
            . '<var name="a"><array length="5"><number>1</number><number>2.0</number><boolean value="true"/><null/><string>x&lt;<char code="0D"/><char code="0A"/><char code="00"/></string></array></var>'
            . '<var name="o"><struct><var name="php_class_name"><string>stdClass</string></var><var name="p"><array length="0"/></var></struct></var>'
            . '<var name="5"><binary encoding="base64" length="2">//4=</binary></var><var name=""><binary encoding="base64" length="3">77+/</binary></var>'
            . '</struct></data></wddxPacket>',
            Writer::fromNative(serialize($value)),
        );
    }

    #[Test]
    #[RequiresPhpExtension('xmlwriter')]
    #[RequiresPhpExtension('xmlreader')]
    public function values_that_it_can_hold_come_back_exactly(): void
    {
        $deep = 1;
        for ($i = 0; $i < 119; $i++) {
            $deep = ['k' => $deep];
        }
        $value = [
            'ints' => [0, -1, PHP_INT_MIN, PHP_INT_MAX], 'floats' => [1.0, -0.0, 0.1, 1e25, 1e-7, (float) PHP_INT_MAX],
            'strings' => ['', ' ', "\n", "  a \t b ", "\u{e9}\u{1F600}", '<![CDATA[x]]>', '&amp;', random_bytes(300), str_repeat('x', 2_000_000), implode('', array_map(chr(...), range(0, 255)))],
            'keys' => ['5' => 1, '05' => 2, -3 => 3, ' a<>&"\' ' => 4, "\u{e9}" => 5], 'list' => [[], [[]], [1 => 2], ['a' => []]],
            'object' => (object) ['a' => (object) []], 'deep' => $deep, 'other' => new \ArrayIterator(),
        ];
        unset($value['other']);
        $codec = new TranslatedCodec(Format::Wddx);
        $packet = $codec->encode($value);

        self::assertSame(Format::Wddx, Format::detect($packet));
        self::assertSame(serialize($value), serialize($codec->decode($packet, ClassPolicy::all())));
        self::assertSame(serialize($value), Translator::toNative($packet, Format::Wddx));
    }

    #[Test]
    #[DataProvider('read')]
    #[RequiresPhpExtension('xmlreader')]
    public function packets_of_others_are_read(string $value, string $text): void
    {
        self::assertSame($text, Reader::toNative("<?xml version='1.0'?>\n<wddxPacket version='1.0'><header><comment>a b</comment></header><data>\n$value\n</data></wddxPacket>\n"));
    }

    /** @return iterable<string, array{string, string}> */
    public static function read(): iterable
    {
        yield 'an empty element with an end' => ["<array length='2'><null></null> <boolean value='false'></boolean></array>", 'a:2:{i:0;N;i:1;b:0;}'];
        yield 'an object, whose class is not loaded' => ["<struct><var name='php_class_name'><string>No\\Such</string></var><var name='a'><number>5</number></var></struct>", 'O:7:"No\Such":1:{s:1:"a";i:5;}'];
        yield 'numbers' => ["<array length='3'><number>1e5</number><number> 7 </number><number>99999999999999999999</number></array>", 'a:3:{i:0;d:100000;i:1;i:7;i:2;d:1.0E+20;}'];
        yield 'a date' => ['<dateTime>1998-06-12T04:32:12</dateTime>', 's:19:"1998-06-12T04:32:12";'];
        yield 'CDATA and characters' => ["<string>a<![CDATA[<b>]]>&amp;&#65;<char code='0a'></char></string>", "s:7:\"a<b>&A\n\";"];
        yield 'nothing in a struct' => ['<struct/>', 'a:0:{}'];
    }

    #[Test]
    #[DataProvider('hostile')]
    #[RequiresPhpExtension('xmlreader')]
    public function hostile_packets_are_refused(string $packet): void
    {
        $before = memory_get_usage();
        memory_reset_peak_usage();
        try {
            Reader::toNative($packet);
            self::fail('it was read');
        } catch (CorruptException $e) {
            self::assertStringStartsWith('WDDX with ', $e->getMessage());
        }
        self::assertLessThan(2 << 20, memory_get_peak_usage() - $before);
        self::assertFalse(libxml_use_internal_errors());
    }

    /** @return iterable<string, array{string}> */
    public static function hostile(): iterable
    {
        $packet = static fn(string $value, string $before = ''): string => "$before<wddxPacket version='1.0'><header/><data>$value</data></wddxPacket>";
        $lol = '<!ENTITY a0 "lol">';
        for ($i = 1; $i < 12; $i++) {
            $lol .= "<!ENTITY a$i \"" . str_repeat('&a' . ($i - 1) . ';', 10) . '">';
        }
        $port = 1;
        yield 'a billion laughs' => [$packet('<string>&a11;</string>', "<!DOCTYPE a [$lol]>")];
        yield 'laughs in an attribute' => [$packet("<struct><var name='&a11;'><null/></var></struct>", "<!DOCTYPE a [$lol]>")];
        yield 'a file' => [$packet('<string>&x;</string>', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>')];
        yield 'the network' => [$packet('<null/>', "<!DOCTYPE a SYSTEM 'http://127.0.0.1:$port/a.dtd'>")];
        yield 'a parameter entity' => [$packet('<null/>', '<!DOCTYPE a [<!ENTITY % x SYSTEM "php://filter/read=string.rot13/resource=/etc/passwd"> %x;]>')];
        yield 'an entity that is not declared' => [$packet('<string>&x;</string>')];
        yield 'too deep' => [$packet(str_repeat('<array>', 20_000) . str_repeat('</array>', 20_000))];
        yield 'a text of 11 MB' => [$packet('<string>' . str_repeat('x', 11 << 20) . '</string>')];
        yield 'two values' => [$packet('<null/><null/>')];
        yield 'no value' => [$packet('')];
        yield 'text beside values' => [$packet('<array>x<null/></array>')];
        yield 'no number' => [$packet('<number>abc</number>')];
        yield 'no boolean' => [$packet("<boolean value='1'/>")];
        yield 'no base64' => [$packet('<binary>!!</binary>')];
        yield 'an element within a text' => [$packet('<string>a<b/></string>')];
        yield 'no control character' => [$packet("<string><char code='41'/></string>")];
        yield 'a record set' => [$packet("<recordset rowCount='0' fieldNames='a'/>")];
        yield 'a variable without a name' => [$packet('<struct><var><null/></var></struct>')];
        yield 'a variable with two values' => [$packet("<struct><var name='a'><null/><null/></var></struct>")];
        yield 'a class with a payload' => [$packet("<struct><var name='php_class_name'><string>A\":0:{}</string></var></struct>")];
        yield 'bytes behind it' => [$packet('<null/>') . '<a/>'];
        yield 'half of it' => [substr($packet('<null/>'), 0, -20)];
        yield 'another document' => ['<html/>'];
        yield 'no document' => ['hello'];
        yield 'nothing' => [''];
    }

    #[Test]
    #[DataProvider('lost')]
    #[RequiresPhpExtension('xmlwriter')]
    public function losses_are_named(mixed $value, string $reason): void
    {
        $this->expectException(InexactException::class);
        $this->expectExceptionMessage($reason);
        Writer::fromNative(serialize($value));
    }

    /** @return iterable<string, array{mixed, string}> */
    public static function lost(): iterable
    {
        $x = 1;
        $object = (object) [];
        $deep = 1;
        for ($i = 0; $i < 121; $i++) {
            $deep = [$deep];
        }
        yield 'a reference' => [['a' => &$x, 'b' => &$x], 'WDDX would lose a PHP reference at b'];
        yield 'an object twice' => [[$object, $object], 'WDDX would lose the identity of an object that occurs twice at 1'];
        yield 'private state' => [new \ArrayIterator(), 'WDDX would lose an integer key of an object'];
        yield 'a private property' => [['e' => ClassPolicy::none()], 'WDDX would lose the visibility of a property at e.allowed'];
        yield 'a case' => [[Level::High], 'WDDX would lose the enum case ' . Level::class . '::High at 0'];
        yield 'no number' => [[NAN], 'WDDX would lose a float that is NAN or INF'];
        yield 'a key with a line' => [["a\n" => 1], 'WDDX has no names with control characters'];
        yield 'a key of bytes' => [["\xFF" => 1], 'WDDX has no names with control characters'];
        yield 'a key that means a class' => [['php_class_name' => 'Foo'], 'WDDX would read a struct with the key php_class_name as an object'];
        yield 'depth' => [$deep, 'WDDX is not read with more than 120 levels'];
        yield 'length' => [str_repeat('x', 7_000_001), 'WDDX is not read with strings of more than 7 MB'];
    }

    #[Test]
    public function a_missing_module_is_named(): void
    {
        if (extension_loaded('xmlreader')) {
            self::markTestSkipped('the extension xmlreader is here');
        }
        $this->expectException(InexactException::class);
        $this->expectExceptionMessage('The extension xmlreader is needed to read WDDX');
        Translator::translate("<wddxPacket version='1.0'><data><null/></data></wddxPacket>", Format::Native);
    }
}
