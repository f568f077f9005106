<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use __PHP_Incomplete_Class;
use ArrayObject;
use Closure;
use JsonSerializable;
use Lyo\ClassPolicy;
use Lyo\Codec;
use Lyo\Codec\IgbinaryCodec;
use Lyo\Codec\JsonCodec;
use Lyo\Codec\LyoCodec;
use Lyo\Codec\NativeCodec;
use Lyo\Exception\ClassNotAllowedException;
use Lyo\Exception\CorruptException;
use Lyo\Exception\InexactException;
use Lyo\Exception\LyoException;
use Lyo\Exception\UnknownFormatException;
use Lyo\Format;
use Lyo\Serializer;
use Lyo\Translator;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use stdClass;

final class SerializerTest extends TestCase
{
    #[Test]
    #[DataProvider('codecs')]
    public function every_serializer_reads_the_output_of_every_codec(Codec $codec): void
    {
        $object = (object) ['a' => 1.5];
        $value = ['list' => [1, 2, 3], 'objects' => [$object, $object, new ArrayObject(['x'])], 'text' => "\xFF"];
        $data = (new Serializer($codec))->encode($value);

        self::assertEquals($value, (new Serializer())->decode($data));
        self::assertSame(serialize($value), serialize((new Serializer(new LyoCodec()))->decode($data)));
        self::assertEquals($value, (new Serializer())->decode((string) gzcompress($data)));
        self::assertEquals($value, (new Serializer())->decode((string) gzencode($data)));
    }

    #[Test]
    #[DataProvider('codecs')]
    public function one_class_policy_holds_on_every_path(Codec $codec): void
    {
        $data = $codec->encode([new ArrayObject([1]), new stdClass()]);
        $decode = static fn(ClassPolicy $classes): mixed => (new Serializer(classes: $classes))->decode($data);

        self::assertEquals([new ArrayObject([1]), new stdClass()], $decode(ClassPolicy::all()->orThrow()));
        self::assertEquals([new ArrayObject([1]), new stdClass()], $decode(ClassPolicy::only('arrayobject', 'StdClass')));
        $some = $decode(ClassPolicy::only('ArrayObject'));
        self::assertIsArray($some);
        self::assertInstanceOf(ArrayObject::class, $some[0]);
        self::assertInstanceOf(__PHP_Incomplete_Class::class, $some[1]);
        $none = $decode(ClassPolicy::none());
        self::assertIsArray($none);
        self::assertInstanceOf(__PHP_Incomplete_Class::class, $none[0]);
        try {
            $decode(ClassPolicy::only('stdClass')->orThrow());
            self::fail('nothing was refused');
        } catch (ClassNotAllowedException $e) {
            self::assertSame(['ArrayObject'], $e->getClasses());
        }
    }

    #[Test]
    #[DataProvider('codecs')]
    public function a_case_of_an_enum_that_is_not_allowed_is_refused_by_every_policy(Codec $codec): void
    {
        $data = $codec->encode([new stdClass(), Format::Lyo]);
        foreach ([ClassPolicy::none(), ClassPolicy::only('stdClass'), ClassPolicy::only('stdClass')->orThrow(), ClassPolicy::only('stdClass')->orThrowMissing()] as $classes) {
            try {
                (new Serializer(classes: $classes))->decode($data);
                self::fail('nothing was refused');
            } catch (ClassNotAllowedException $e) {
                self::assertSame([Format::class], $e->getClasses());
            }
        }
    }

    #[Test]
    #[DataProvider('codecs')]
    public function damage_and_a_miss_are_different_exceptions(Codec $codec): void
    {
        $data = $codec->encode(['key' => ['a', 'b', 'c', 1000000, 2.25]]);
        $serializer = new Serializer();
        $refused = 0;
        for ($i = 1; $i < strlen($data); $i++) {
            try {
                @$serializer->decode(substr($data, 0, -$i));
            } catch (LyoException) {
                $refused++;
            }
        }
        self::assertSame(strlen($data) - 1, $refused);
    }

    /** @return iterable<string, array{Codec}> */
    public static function codecs(): iterable
    {
        yield 'native' => [new NativeCodec()];
        yield 'lyo' => [new LyoCodec()];
        yield 'igbinary in PHP' => [new IgbinaryCodec(false)];
        if (extension_loaded('igbinary')) {
            yield 'igbinary' => [new IgbinaryCodec(true)];
        }
    }

    #[Test]
    public function writing_is_native_unless_chosen(): void
    {
        self::assertSame('a:1:{i:0;i:1;}', (new Serializer())->encode([1]));
    }

    #[Test]
    #[DataProvider('misses')]
    public function an_unknown_format_is_a_miss(string $data, Serializer $serializer): void
    {
        $this->expectException(UnknownFormatException::class);
        $serializer->decode($data);
    }

    /** @return iterable<string, array{string, Serializer}> */
    public static function misses(): iterable
    {
        yield 'nothing' => ['', new Serializer()];
        yield 'text' => ['hello', new Serializer()];
        yield 'JSON, which was not asked for' => ['{"a":1}', new Serializer()];
        yield 'igbinary, which was taken out' => ["\0\0\0\2\6\1", new Serializer(readers: [])];
        yield 'zlib, which was taken out' => [(string) gzcompress('N;'), new Serializer(unpack: false)];
        yield 'zlib in zlib' => [(string) gzcompress((string) gzcompress('N;')), new Serializer()];
    }

    #[Test]
    public function a_small_packet_does_not_unpack_to_a_large_one(): void
    {
        $this->expectException(CorruptException::class);
        (new Serializer(limit: 1000))->decode((string) gzcompress(serialize(str_repeat('a', 2000))));
    }

    #[Test]
    public function a_codec_that_is_added_is_read(): void
    {
        self::assertSame(['a' => 1], (new Serializer(readers: [new JsonCodec()]))->decode('{"a":1}'));
        self::assertSame(['a' => 1.0], (new Serializer(new JsonCodec()))->decode((new Serializer(new JsonCodec()))->encode(['a' => 1.0])));
    }

    #[Test]
    public function native_failure_has_an_offset(): void
    {
        try {
            @(new NativeCodec())->decode('a:1:{i:0;x}', ClassPolicy::all());
            self::fail('nothing was refused');
        } catch (CorruptException $e) {
            self::assertSame(9, $e->getOffset());
        }
    }

    #[Test]
    public function the_value_false_is_no_failure(): void
    {
        self::assertFalse((new Serializer())->decode('b:0;'));
        self::assertNull((new Serializer())->decode("\0\0\0\2\0"));
        self::assertNull((new Serializer())->decode('N;'));
    }

    #[Test]
    public function warnings_go_where_they_went(): void
    {
        $heard = [];
        set_error_handler(static function (int $level, string $message) use (&$heard): bool {
            $heard[] = $message;
            return true;
        });
        try {
            (new NativeCodec())->decode('C:5:"Nope1":1:{x}', ClassPolicy::all());
        } finally {
            restore_error_handler();
        }
        self::assertSame(['Class __PHP_Incomplete_Class has no unserializer'], $heard);
    }

    #[Test]
    #[DataProvider('losses')]
    public function json_says_what_it_would_lose(Closure $make, string $loss): void
    {
        $this->expectException(InexactException::class);
        $this->expectExceptionMessage($loss);
        (new JsonCodec())->encode($make());
    }

    /** @return iterable<string, array{Closure(): mixed, string}> */
    public static function losses(): iterable
    {
        yield 'bytes' => [static fn(): array => ['a' => ['b' => "\xFF"]], 'bytes that are not UTF-8 in a string at a.b'];
        yield 'key' => [static fn(): array => ["\xFF" => 1], 'a key at the value itself'];
        yield 'NaN' => [static fn(): float => NAN, 'a float that is NAN or INF at the value itself'];
        yield 'object' => [static fn(): array => [new stdClass()], 'the class stdClass at 0'];
        yield 'reference' => [
            static function (): array {
                $x = 1;
                return [&$x, &$x];
            },
            'a PHP reference',
        ];
        yield 'resource' => [static fn(): array => [STDIN], 'a resource at 0'];
    }

    #[Test]
    public function json_keeps_what_it_keeps(): void
    {
        $codec = new JsonCodec();
        $value = ['a' => [1, 2.0, -0.0, 1e300, 0.1, PHP_INT_MAX, PHP_INT_MIN, null, true, 'ü"/'], 5 => [], '07' => ['x' => []]];

        self::assertSame([], $codec->losses($value));
        self::assertSame($value, $codec->decode($codec->encode($value), ClassPolicy::none()));
    }

    #[Test]
    public function json_writes_what_json_serialize_returns(): void
    {
        $object = new class implements JsonSerializable {
            public function jsonSerialize(): mixed
            {
                return ['x' => 1];
            }
        };
        self::assertSame('[{"x":1}]', (new JsonCodec())->encode([$object]));
    }

    #[Test]
    public function invalid_json_is_refused(): void
    {
        $this->expectException(CorruptException::class);
        (new JsonCodec())->decode('{', ClassPolicy::none());
    }

    #[Test]
    public function names_of_classes_in_messages_are_one_line_of_plain_text(): void
    {
        $name = "Evil\n2026-01-01 root logged in\e[2J\u{202E}\u{9B}\xFF";
        $shown = 'Evil\\n2026-01-01 root logged in\\e[2J\\u{202E}\\u{9B}\\xFF';
        foreach (['O:' . strlen($name) . ":\"$name\":0:{}", 'a:1:{i:0;O:' . strlen($name) . ":\"$name\":0:{}}"] as $text) {
            foreach ([new NativeCodec(), new IgbinaryCodec(false), new LyoCodec()] as $codec) {
                $data = $codec instanceof NativeCodec ? $text : Translator::translate($text, $codec instanceof LyoCodec ? Format::Lyo : Format::Igbinary2);
                try {
                    (new Serializer(classes: ClassPolicy::none()->orThrow()))->decode($data);
                    self::fail('nothing was refused');
                } catch (ClassNotAllowedException $e) {
                    self::assertSame([$name], $e->getClasses());
                    self::assertTrue(extension_loaded('lyo') || str_ends_with($e->getMessage(), $shown), $e->getMessage());
                }
            }
        }
    }

    #[Test]
    public function a_codec_of_the_application_reads_a_format_that_nothing_else_knows(): void
    {
        $own = new class implements Codec {
            public function name(): string
            {
                return 'own';
            }

            public function encode(mixed $value): string
            {
                return '#' . serialize($value);
            }

            public function decode(string $data, ClassPolicy $classes): mixed
            {
                return unserialize(substr($data, 1), $classes->nativeOptions());
            }

            public function recognises(?Format $format, string $data): bool
            {
                return $format === null && str_starts_with($data, '#');
            }
        };
        $serializer = new Serializer($own);
        self::assertSame([1], $serializer->decode($serializer->encode([1])));
        self::assertSame([2], $serializer->decode((string) gzcompress($serializer->encode([2]))));
        self::assertSame([3], $serializer->decode(serialize([3])));
        $this->expectException(UnknownFormatException::class);
        $serializer->decode('free text');
    }

    #[Test]
    public function codecs_have_names_and_formats(): void
    {
        $names = [];
        foreach ([new NativeCodec(), new LyoCodec(), new IgbinaryCodec(), new JsonCodec()] as $codec) {
            $names[] = $codec->name();
            self::assertCount(1, array_unique(array_map(
                static fn(Format $format): string => (string) preg_replace('/\d|-.*/', '', $format->value),
                array_filter(Format::cases(), static fn(Format $format): bool => $codec->recognises($format, '')),
            )));
        }
        self::assertSame([], array_filter([new NativeCodec(), new LyoCodec(), new IgbinaryCodec(), new JsonCodec()], static fn(Codec $codec): bool => $codec->recognises(null, 'some words')));
        self::assertSame(['native', 'lyo', 'igbinary', 'json'], $names);
    }
}
