<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Bridge;

use ArrayObject;
use DomainException;
use Error;
use InvalidArgumentException;
use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;
use Lyo\Bridge\Settings;
use Lyo\ClassPolicy;
use Lyo\Codec\IgbinaryCodec;
use Lyo\Codec\LyoCodec;
use Lyo\Exception\ClassNotAllowedException;
use Lyo\Exception\LyoException;
use Lyo\Exception\TruncatedException;
use Lyo\Exception\UnknownFormatException;
use Lyo\Format;
use Lyo\Translator;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use Psr\Log\AbstractLogger;
use Random\Engine\Mt19937;
use Random\Randomizer;

final class PackerTest extends TestCase
{
    #[Test]
    public function every_format_is_written_by_name_and_read_whatever_is_written(): void
    {
        $value = ['list' => range(1, 50), 'object' => new ArrayObject(['a' => 1]), 'float' => 0.1 + 0.2];
        foreach (['native' => Format::Native, 'igbinary' => Format::Igbinary2, 'lyo' => Format::Lyo] as $name => $format) {
            $data = (new Packer($name))->pack($value);
            self::assertSame($format, Format::detect($data));
            foreach (['native', 'igbinary', 'lyo'] as $reader) {
                self::assertEquals($value, (new Packer($reader, compressAbove: 10))->unpack($data));
            }
        }
        self::assertSame(serialize($value), (new Packer())->pack($value));
    }

    #[Test]
    public function an_unknown_name_is_refused(): void
    {
        $this->expectException(InvalidArgumentException::class);
        $this->expectExceptionMessage('"msgpack" is not a format to write: native, igbinary, lyo');
        new Packer('msgpack');
    }

    #[Test]
    public function what_gains_nothing_is_written_as_serialize_text(): void
    {
        foreach ([null, true, false, 0, -5, '', 'text', "\xC1\x10\0"] as $value) {
            foreach (['igbinary', 'lyo'] as $writer) {
                $packer = new Packer($writer);
                self::assertSame(serialize($value), $packer->pack($value));
                self::assertSame($value, $packer->unpack($packer->pack($value)));
            }
            self::assertSame(lyo_serialize($value), (new Packer(new LyoCodec()))->pack($value));
        }
        self::assertSame(0.1 + 0.2, (new Packer('lyo'))->unpack((new Packer('lyo'))->pack(0.1 + 0.2)));
    }

    #[Test]
    public function only_what_is_longer_than_the_threshold_and_becomes_shorter_is_compressed(): void
    {
        $packer = new Packer('lyo', compressAbove: 100);
        $long = array_fill(0, 40, 'a text that comes again ') + ['x' => str_repeat('y', 300)];

        self::assertSame(Format::Zlib, Format::detect($packer->pack($long)));
        self::assertSame($long, (new Packer())->unpack($packer->pack($long)));
        self::assertSame(Format::Lyo, Format::detect($packer->pack([1, 2])));
        $noise = random_bytes(200);
        self::assertSame(serialize($noise), $packer->pack($noise));
        self::assertSame(Format::Lyo, Format::detect((new Packer('lyo'))->pack($long)));
    }

    #[Test]
    public function with_a_checksum_damaged_data_never_are_another_value(): void
    {
        $packer = Settings::packer(['writes' => 'lyo', 'checksum' => true]);
        $random = new Randomizer(new Mt19937(27));
        $wrong = $misses = 0;
        for ($i = 0; $i < 1000; $i++) {
            $value = ['id' => $i, 'name' => "item $i", 'tags' => [$i % 7, 'a', null], 'price' => $i / 4];
            $data = $packer->pack($value);
            for ($changes = $random->getInt(1, 3); $changes > 0; $changes--) {
                $at = $random->getInt(0, strlen($data) - 1);
                $data[$at] = chr(ord($data[$at]) ^ $random->getInt(1, 255));
            }
            try {
                $wrong += (int) ($packer->unpack($data) !== $value);
            } catch (Miss) {
                $misses++;
            }
        }
        self::assertSame([0, 1000], [$wrong, $misses]);
        self::assertSame([1], $packer->unpack((new Packer('lyo'))->pack([1]))); // what was written before
        $this->expectException(InvalidArgumentException::class);
        Settings::packer(['checksum' => 'yes']);
    }

    #[Test]
    public function whatever_cannot_be_read_is_a_miss_that_says_why(): void
    {
        $packer = new Packer(classes: ClassPolicy::only()->orThrow());
        foreach ([
            [UnknownFormatException::class, ''], [UnknownFormatException::class, 'text'], [UnknownFormatException::class, '{"a":1}'],
            [TruncatedException::class, substr(lyo_serialize([1, 2, 3]), 0, -1)], [LyoException::class, 'a:1:{i:0;}'], [ClassNotAllowedException::class, serialize(new ArrayObject())],
            [LyoException::class, substr((string) gzcompress(str_repeat('a', 500)), 0, -4) . 'abcd'],
        ] as [$reason, $data]) {
            try {
                $packer->unpack($data);
                self::fail('read ' . bin2hex($data));
            } catch (Miss $miss) {
                self::assertInstanceOf($reason, $miss->getPrevious());
                self::assertStringContainsString($miss->getPrevious()->getMessage(), $miss->getMessage());
            }
        }
    }

    #[Test]
    public function igbinary_is_written_by_its_extension_where_that_is_loaded(): void
    {
        $value = ['a string that comes again', 'a string that comes again'];
        $data = (new Packer('igbinary'))->pack($value);
        self::assertSame((new IgbinaryCodec(false))->encode($value), $data);
        if (!extension_loaded('igbinary')) {
            return;
        }
        $before = ini_set('igbinary.compact_strings', '0'); // which the library does not know
        try {
            self::assertGreaterThan(strlen($data), strlen((new Packer('igbinary'))->pack($value)));
        } finally {
            ini_set('igbinary.compact_strings', (string) $before);
        }
    }

    #[Test]
    public function a_hook_that_fails_makes_a_miss(): void
    {
        $data = serialize(new Refusing());
        foreach ([$data, lyo_serialize(new Refusing())] as $stored) {
            try {
                (new Packer())->unpack($stored);
                self::fail('read');
            } catch (Miss $miss) {
                self::assertInstanceOf(Error::class, $miss->getPrevious());
            }
        }
    }

    #[Test]
    public function an_allowed_class_that_does_not_exist_is_a_miss_where_classes_are_required(): void
    {
        $text = 'a:2:{i:0;i:5;i:1;O:8:"stdClass":1:{s:1:"p";O:7:"Missing":1:{s:1:"a";i:5;}}}';
        $policies = ['all' => [null, true], 'listed' => [ClassPolicy::only('stdClass', 'Missing'), true], 'not listed' => [ClassPolicy::only('stdClass'), false], 'none' => [ClassPolicy::none(), false]];
        foreach ([Format::Native, Format::Igbinary2, Format::Lyo] as $format) {
            $data = $format === Format::Native ? $text : Translator::translate($text, $format);
            foreach ($policies as $name => [$policy, $missed]) {
                $packer = new Packer(classes: $policy);
                $kept = $packer->unpack($data);
                self::assertIsArray($kept);
                self::assertSame(5, $kept[0]);
                ini_set('unserialize_callback_func', 'some_callback');
                try {
                    $packer->unpack($data, requireClasses: true);
                    self::assertFalse($missed, "$name, $format->value");
                } catch (Miss $miss) {
                    self::assertTrue($missed, "$name, $format->value: {$miss->getMessage()}");
                    self::assertStringEndsWith('Class not found: Missing', $miss->getMessage());
                    self::assertInstanceOf(DomainException::class, $miss);
                } finally {
                    self::assertSame('some_callback', ini_set('unserialize_callback_func', ''));
                }
            }
        }
    }

    #[Test]
    public function the_logger_is_told_of_each_kind_once(): void
    {
        $logger = new class extends AbstractLogger {
            /** @var list<array<mixed>> */
            public array $records = [];

            /** @param array<mixed> $context */
            public function log(mixed $level, string|\Stringable $message, array $context = []): void
            {
                $this->records[] = [$level, (string) $message, $context];
            }
        };
        $packer = new Packer('lyo', logger: $logger);
        foreach (['secret', 'a:1:{i:0;}', 'secret', 'a:1:{i:1;}'] as $data) {
            try {
                $packer->unpack($data);
            } catch (Miss) {
            }
        }
        self::assertCount(2, $logger->records);
        self::assertSame('warning', $logger->records[0][0]);
        self::assertStringNotContainsString('secret', serialize([$logger->records[0][1], array_diff_key((array) $logger->records[0][2], ['exception' => 0])]));
        self::assertSame(6, ((array) $logger->records[0][2])['bytes'] ?? null);
    }
}
