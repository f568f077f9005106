<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use Lyo\ClassPolicy;
use Lyo\Codec\IgbinaryCodec;
use Lyo\Exception\ClassMismatchException;
use Lyo\Exception\CorruptException;
use Lyo\Exception\InexactException;
use Lyo\Exception\LimitException;
use Lyo\Exception\LyoException;
use Lyo\Exception\TruncatedException;
use Lyo\Exception\UnsupportedVersionException;
use Lyo\Format;
use Lyo\Igbinary\Reader;
use Lyo\Igbinary\Writer;
use Lyo\Session\Session;
use Lyo\Tests\Wire\Vector;
use Lyo\Translator;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

final class IgbinaryTest extends TestCase
{
    #[Test]
    #[DataProvider('both')]
    public function text_and_igbinary_say_the_same(string $text, string $hex): void
    {
        self::assertSame($hex, bin2hex(Writer::fromNative($text)));
        self::assertSame($text, Reader::toNative((string) hex2bin($hex)));
        self::assertSame($text, Reader::toNative((string) hex2bin('00000001' . substr($hex, 8))), 'a header of version 1');
    }

    /** @param positive-int $strings other strings, so that the number of the name of the class needs more bytes */
    #[Test]
    #[DataProvider('namesOfClasses')]
    public function a_class_is_named_again_by_a_number_of_up_to_4_bytes(int $strings, string $tag): void
    {
        $value = array_map(static fn(int $i): string => "s$i", range(1, $strings));
        array_push($value, new \ArrayObject(), new \ArrayObject());
        $bytes = Writer::fromNative(serialize($value));
        self::assertStringContainsString($tag, bin2hex($bytes));
        self::assertSame(serialize($value), Reader::toNative($bytes));
    }

    /** @return iterable<string, array{positive-int, string}> */
    public static function namesOfClasses(): iterable
    {
        yield '2 bytes' => [300, '1b012c'];
        yield '4 bytes' => [70000, '1c00011170'];
    }

    #[Test]
    public function a_number_may_be_written_with_more_bytes_than_it_needs(): void
    {
        self::assertSame('i:0;', Reader::toNative("\0\0\0\x02\x08\0\0"));
        self::assertSame('i:0;', Reader::toNative("\0\0\0\x02\x0A\0\0\0\0"));
    }

    /** What igbinary writes of `$o = new stdClass; $p = $o; [$o, &$p, &$p]`; the difference O of docs/library.md. */
    #[Test]
    public function a_reference_around_an_object_from_elsewhere_is_read_as_unserialize_reads_it(): void
    {
        $object = new \stdClass();
        $again = $object;
        $text = serialize([$object, &$again, &$again]);
        self::assertSame($text, Reader::toNative((string) hex2bin('00000002140306001708737464436c617373140006012522010602252201')));
        $read = unserialize($text);
        self::assertIsArray($read);
        $read[1] = 5;
        self::assertSame([5, 5, 5], $read);
    }

    /** @return iterable<string, array{string, string}> */
    public static function both(): iterable
    {
        yield 'null' => ['N;', '0000000200'];
        yield 'false' => ['b:0;', '0000000204'];
        yield 'true' => ['b:1;', '0000000205'];
        yield 'ints' => [
            'a:9:{i:0;i:0;i:1;i:255;i:2;i:256;i:3;i:65536;i:4;i:4294967296;i:5;i:-1;i:6;i:-65535;i:7;i:-4294967295;i:8;i:-9223372036854775808;}',
            '000000021409' . '06000600' . '060106ff' . '0602080100'
                . '06030a00010000' . '0604200000000100000000' . '06050701' . '060609ffff' . '06070bffffffff' . '0608218000000000000000',
        ];
        yield 'floats' => ['a:3:{i:0;d:1.5;i:1;d:-0;i:2;d:NAN;}', '00000002140306000c3ff800000000000006010c800000000000000006020c7ff8000000000000'];
        yield 'string' => ['s:3:"abc";', '000000021103616263'];
        yield 'empty string' => ['s:0:"";', '000000020d'];
        yield 'string again' => ['a:2:{i:0;s:1:"a";i:1;s:1:"a";}', '000000021402060011016106010e00'];
        yield 'key and value' => ['a:1:{s:1:"k";s:1:"k";}', '0000000214' . '0111016b0e00'];
        yield 'empty arrays are one' => ['a:2:{i:0;a:0:{}i:1;a:0:{}}', '0000000214020600140006010101'];
        yield 'but for the root' => ['a:0:{}', '000000021400'];
        yield 'arrays are not' => ['a:2:{i:0;a:1:{i:0;i:1;}i:1;a:1:{i:0;i:1;}}', '00000002140206001401060006010601140106000601'];
        yield 'reference to an int' => ['a:2:{i:0;i:1;i:1;R:2;}', '00000002140206002506010601250101'];
        yield 'reference to an array' => ['a:2:{i:0;a:1:{i:0;i:1;}i:1;R:2;}', '0000000214020600251401060006010601250101'];
        yield 'reference to an object' => ['a:2:{i:0;O:8:"stdClass":0:{}i:1;R:2;}', '0000000214020600251708737464436c61737314000601252201'];
        yield 'objects behind that' => [
            'a:4:{i:0;O:8:"stdClass":0:{}i:1;R:2;i:2;O:1:"A":0:{}i:3;r:3;}',
            '0000000214040600251708737464436c617373140006012522010602170141140006032202',
        ];
        yield 'objects behind a reference to an array' => [
            'a:4:{i:0;a:1:{i:0;i:1;}i:1;R:2;i:2;O:1:"A":0:{}i:3;r:4;}',
            '00000002140406002514010600060106012501010602170141140006032202',
        ];
        yield 'object again' => ['a:2:{i:0;O:8:"stdClass":0:{}i:1;r:2;}', '00000002140206001708737464436c617373140006012201'];
        yield 'class again' => ['a:2:{i:0;O:8:"stdClass":0:{}i:1;O:8:"stdClass":0:{}}', '00000002140206001708737464436c617373140006011a001400'];
        yield 'class as string' => ['a:2:{i:0;s:8:"stdClass";i:1;O:8:"stdClass":0:{}}', '00000002140206001108737464436c61737306011a001400'];
        yield 'object in itself' => ['O:8:"stdClass":1:{s:4:"self";r:1;}', '000000021708737464436c6173731401110473656c662200'];
        yield 'private' => ["O:1:\"P\":1:{s:4:\"\0P\0c\";i:3;}", '0000000217015014011104005000630603'];
        yield 'payload' => ['C:3:"Ser":3:{abc}', '0000000217035365721d03616263'];
        yield 'enum' => ['a:2:{i:0;E:6:"Suit:H";i:1;r:2;}', '00000002140206001704537569742711014806012201'];
        yield 'array in itself' => ['a:1:{s:1:"t";a:1:{s:1:"x";R:2;}}', '000000021401110174251401110178250101'];
    }

    #[Test]
    #[DataProvider('readable')]
    public function data_of_other_writers_are_read(string $hex, string $text): void
    {
        self::assertSame($text, Reader::toNative((string) hex2bin($hex)));
    }

    /** @return iterable<string, array{string, string}> */
    public static function readable(): iterable
    {
        yield 'wide numbers' => ['00000002200000000000000005', 'i:5;'];
        yield 'minus zero' => ['000000020700', 'i:0;'];
        yield 'wide string' => ['00000002130000000161', 's:1:"a";'];
        yield 'string of 64 bits' => ['0000000226000000000000000161', 's:1:"a";'];
        yield 'empty string in full' => ['000000021100', 's:0:"";'];
        yield 'pads of unset properties' => ['00000002170154140300110171060500', 'O:1:"T":1:{s:1:"q";i:5;}'];
        yield 'pads in arrays' => ['0000000214020006000605', 'a:1:{i:0;i:5;}'];
        yield 'array by storage' => ['000000021402060014010600060106010101', 'a:2:{i:0;a:1:{i:0;i:1;}i:1;a:1:{i:0;i:1;}}'];
        yield 'an object within that' => [
            '0000000214020600140106001701411400' . '0601' . '0101',
            'a:2:{i:0;a:1:{i:0;O:1:"A":0:{}}i:1;a:1:{i:0;r:3;}}',
        ];
        yield 'a reference within that' => [
            '00000002140206001402' . '06002506050601250102' . '06010101',
            'a:2:{i:0;a:2:{i:0;i:5;i:1;R:3;}i:1;a:2:{i:0;R:3;i:1;R:3;}}',
        ];
        yield 'an array that becomes a reference' => [
            '0000000214030600140106000601' . '0601250101' . '0602250101',
            'a:3:{i:0;a:1:{i:0;i:1;}i:1;a:1:{i:0;i:1;}i:2;R:4;}',
        ];
        yield 'the value of a reference' => ['0000000214020600250605' . '06010101', 'a:2:{i:0;i:5;i:1;i:5;}'];
        yield 'an object of a reference by value' => ['000000021402060025' . '1701411400' . '06012201', 'a:2:{i:0;O:1:"A":0:{}i:1;r:2;}'];
        yield 'shared arrays in much data' => [
            '000000021403060014010600060106010101060212' . '1388' . str_repeat('61', 5000),
            'a:3:{i:0;a:1:{i:0;i:1;}i:1;a:1:{i:0;i:1;}i:2;s:5000:"' . str_repeat('a', 5000) . '";}',
        ];
        yield 'reference of references' => ['0000000225250605', 'i:5;'];
        yield 'case by id of a class name' => ['0000000214020600' . '17014127110142' . '06011a00271a01', 'a:2:{i:0;E:3:"A:B";i:1;E:3:"A:B";}'];
    }

    /** @param class-string<LyoException> $exception */
    #[Test]
    #[DataProvider('refused')]
    public function errors_have_a_reason_and_an_offset(string $hex, string $exception, int $offset): void
    {
        try {
            Reader::toNative((string) hex2bin($hex), 10);
        } catch (LyoException $e) {
            self::assertSame([$exception, $offset], [$e::class, $e->getOffset()]);
            return;
        }
        self::fail('nothing was refused');
    }

    /** @return iterable<string, array{string, class-string<LyoException>, int}> */
    public static function refused(): iterable
    {
        yield 'nothing' => ['', TruncatedException::class, 0];
        yield 'half a header' => ['0000', TruncatedException::class, 0];
        yield 'no value' => ['00000002', TruncatedException::class, 4];
        yield 'version 3' => ['0000000300', UnsupportedVersionException::class, 0];
        yield 'other data' => ['613a303a7b7d', CorruptException::class, 0];
        yield 'wrong tag' => ['0000000228', CorruptException::class, 4];
        yield 'half an int' => ['000000020801', TruncatedException::class, 4];
        yield 'half a float' => ['000000020c01', TruncatedException::class, 4];
        yield 'half a string' => ['00000002110361', TruncatedException::class, 4];
        yield 'too many entries' => ['000000021405', TruncatedException::class, 4];
        yield 'wrong key' => ['0000000214010c', CorruptException::class, 6];
        yield 'wrong body' => ['000000021701411111', CorruptException::class, 7];
        yield 'class without a name' => ['0000000217001400', CorruptException::class, 4];
        yield 'no such string' => ['000000020e00', CorruptException::class, 4];
        yield 'no such class' => ['000000021a001400', CorruptException::class, 4];
        yield 'no such value' => ['000000020100', CorruptException::class, 4];
        yield 'bytes behind' => ['000000020000', CorruptException::class, 5];
        yield 'int beyond 64 bits' => ['0000000220ffffffffffffffff', CorruptException::class, 4];
        yield 'case that is a number' => ['00000002170141270605', CorruptException::class, 8];
        yield 'array in itself' => ['0000000214010600140106000101', InexactException::class, 12];
        yield 'too deep' => ['00000002' . str_repeat('14010600', 11) . '00', LimitException::class, 44];
    }

    #[Test]
    public function arrays_that_share_their_storage_unfold_to_a_limit(): void
    {
        // each array holds the one before twice: 2^40 values in 400 bytes
        $bytes = "\0\0\0\2\x14\x29\6\0\x14\1\6\0\6\1";
        for ($i = 1; $i <= 40; $i++) {
            $bytes .= "\6" . chr($i) . "\x14\2\6\0\1" . chr($i) . "\6\1\1" . chr($i);
        }
        $this->expectException(LimitException::class);
        Reader::toNative($bytes);
    }

    #[Test]
    public function sizes_take_the_fewest_bytes(): void
    {
        foreach ([255 => '11ff', 256 => '120100', 65535 => '12ffff', 65536 => '1300010000'] as $size => $hex) {
            $bytes = Writer::fromNative(serialize(str_repeat('x', $size)));
            self::assertSame($hex, bin2hex(substr($bytes, 4, -$size)));
        }
    }

    #[Test]
    public function ids_grow_to_two_and_four_bytes(): void
    {
        $objects = array_map(static fn(int $i): object => (object) ["key$i" => str_repeat('x', $i)], range(1, 300));
        $value = [...$objects, ...$objects, array_map(static fn(int $i): string => "s$i", range(1, 70_000)), 's69999', $objects[299]];
        $text = serialize($value);

        self::assertSame(md5($text), md5(Reader::toNative(Writer::fromNative($text))));
    }

    /** unserialize() makes an object without a constructor then, and the next serialize() of a HashContext crashes. */
    #[Test]
    public function a_payload_for_a_class_without_unserialize_is_refused(): void
    {
        foreach (['HashContext', 'stdClass', 'DateTimeImmutable', 'Random\Randomizer', 'Missing', 'SplFixedArray'] as $class) {
            $text = 'a:1:{i:0;C:' . strlen($class) . ":\"$class\":1:{x}}";
            foreach ([ClassPolicy::all(), ClassPolicy::none(), ClassPolicy::only('Other')] as $policy) {
                try {
                    (new IgbinaryCodec(false))->decode(Writer::fromNative($text), $policy);
                    self::fail("$class was made");
                } catch (ClassMismatchException $e) {
                    self::assertSame("Class $class has no unserializer", $e->getMessage());
                }
            }
            foreach (['lyo' => Format::Lyo, 'igbinary' => Format::Igbinary2] as $format) {
                try {
                    @Session::decode(Translator::translate($text, $format)); // PHP 8.2 warns of a missing class
                    self::assertSame('Missing', $class);
                } catch (ClassMismatchException) {
                    self::assertTrue($class !== 'Missing' || $format === Format::Igbinary2);
                }
            }
        }
    }

    #[Test]
    #[RequiresPhpExtension('igbinary')]
    public function the_extension_writes_the_same_bytes(): void
    {
        $same = 0;
        foreach (Vector::all('valid') as $vector) {
            $value = @unserialize(serialize($vector->value()));
            $text = serialize($value);
            self::assertSame($text, serialize(igbinary_unserialize(Writer::fromNative($text))), $vector->name);
            $same += igbinary_serialize($value) === Writer::fromNative($text) ? 1 : 0;
        }
        // the others: arrays that share storage, unset properties, payloads
        self::assertGreaterThanOrEqual(250, $same);
    }
}
