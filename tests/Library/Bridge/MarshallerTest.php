<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Bridge;

use __PHP_Incomplete_Class;
use DomainException;
use Error;
use Exception;
use Lyo\Bridge\Miss;
use Lyo\Bridge\Symfony\Marshaller;
use Lyo\ClassPolicy;
use Lyo\Codec\IgbinaryCodec;
use Lyo\Tests\Bridge\Values;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use stdClass;
use Symfony\Component\Cache\Marshaller\DefaultMarshaller;
use Symfony\Component\Cache\Marshaller\DeflateMarshaller;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;
use Symfony\Component\Cache\Marshaller\TagAwareMarshaller;
use ValueError;

/** Beside tests/Bridge/, which has adapters on real stores. */
final class MarshallerTest extends TestCase
{
    /** @return iterable<string, array{MarshallerInterface}> ours does as Symfony's own in these */
    public static function both(): iterable
    {
        yield 'default' => [new DefaultMarshaller()];
        foreach (['native', 'igbinary', 'lyo'] as $writer) {
            yield $writer => [new Marshaller($writer)];
        }
    }

    private static int $called = 0;

    #[Test]
    #[DataProvider('both')]
    public function values_that_cannot_be_written_are_named_and_the_others_are_written(MarshallerInterface $marshaller): void
    {
        $failed = ['from before'];
        $written = $marshaller->marshall(['a' => [1], 7 => static fn(): int => 1, 'b' => 'text', 'c' => new class {}], $failed);
        self::assertSame(['a', 'b'], array_keys($written));
        self::assertSame([7, 'c'], $failed);
        self::assertSame([1], $marshaller->unmarshall(self::text($written['a'])));

        self::assertSame([], $marshaller->marshall([], $failed));
        self::assertSame([], $failed);
    }

    #[Test]
    public function default_writes_what_symfonys_own_marshaller_writes(): void
    {
        foreach (Values::small() as $value) {
            $data = (new DefaultMarshaller())->marshall([$value], $failed);
            self::assertSame($data, (new Marshaller('default'))->marshall([$value], $failed));
            self::assertSame($data, (new Marshaller('default', envelope: ['compress' => 'zlib', 'min_size' => 1]))->marshall([$value], $failed));
        }
    }

    #[Test]
    public function a_failure_is_thrown_if_the_option_is_set(): void
    {
        foreach ([new DefaultMarshaller(null, true), new Marshaller('lyo', throwOnSerializationFailure: true)] as $marshaller) {
            try {
                $marshaller->marshall(['a' => static fn(): int => 1], $failed);
                self::fail('written');
            } catch (ValueError $e) {
                self::assertInstanceOf(Exception::class, $e->getPrevious());
            }
        }
    }

    #[Test]
    #[DataProvider('both')]
    public function an_error_in_a_hook_is_not_caught(MarshallerInterface $marshaller): void
    {
        $this->expectException(Error::class);
        $this->expectExceptionMessage('nor this one');
        $marshaller->marshall(['a' => new Refusing(false)], $failed);
    }

    #[Test]
    #[DataProvider('both')]
    public function a_missing_class_is_an_exception_and_the_callback_of_the_application_is_called(MarshallerInterface $marshaller): void
    {
        $written = ['O:7:"Missing":1:{s:1:"a";i:5;}'];
        if ($marshaller instanceof Marshaller) {
            $written[] = lyo_serialize(unserialize('O:7:"Missing":1:{s:1:"a";i:5;}'));
            $written[] = "\0\0\0\2\x17\7Missing\x14\1\x11\1a\6\5";
        }
        ini_set('unserialize_callback_func', self::class . '::called');
        self::$called = 0;
        $told = [];
        set_error_handler(static function (int $level, string $message) use (&$told): bool {
            $told[] = $message;
            return true;
        }, E_WARNING | E_USER_WARNING);
        try {
            foreach ($written as $data) {
                try {
                    $marshaller->unmarshall($data);
                    self::fail('read ' . bin2hex($data));
                } catch (DomainException $e) {
                    self::assertStringEndsWith($marshaller instanceof Marshaller ? 'not found: Missing' : 'Class not found: Missing', $e->getMessage());
                }
                self::assertSame(self::class . '::called', ini_get('unserialize_callback_func'));
            }
        } finally {
            restore_error_handler();
            ini_set('unserialize_callback_func', '');
        }
        self::assertSame($marshaller instanceof Marshaller ? 3 : 0, self::$called); // DefaultMarshaller has a callback of its own
        self::assertCount(self::$called, $told);
        self::assertSame([], preg_grep("/ hasn't defined the class it was called for$/", $told, PREG_GREP_INVERT));
    }

    public static function called(string $class): void
    {
        self::$called++;
    }

    #[Test]
    public function a_missing_class_is_a_miss_also_where_igbinarys_extension_reads(): void
    {
        if (!extension_loaded('igbinary')) {
            self::markTestSkipped('igbinary is not loaded');
        }
        $marshaller = new Marshaller(new IgbinaryCodec(true)); // as "auto" before Symfony 7.2
        self::assertSame([1], $marshaller->unmarshall(self::text($marshaller->marshall([[1]], $failed)[0])));
        $this->expectException(Miss::class);
        $this->expectExceptionMessage('not found: Missing');
        $marshaller->unmarshall("\0\0\0\2\x14\1\6\0\x17\7Missing\x14\1\x11\1a\6\5");
    }

    #[Test]
    public function a_class_policy_of_its_own_applies(): void
    {
        $data = serialize([new stdClass()]);
        $read = (new Marshaller(classes: ClassPolicy::none()))->unmarshall($data);
        self::assertInstanceOf(__PHP_Incomplete_Class::class, is_array($read) ? $read[0] : null);
        $this->expectException(Miss::class);
        (new Marshaller(classes: ClassPolicy::none()->orThrow()))->unmarshall($data);
    }

    #[Test]
    #[DataProvider('both')]
    public function equal_objects_stay_distinct_and_shared_ones_shared(MarshallerInterface $marshaller): void
    {
        $one = (object) ['a' => 1];
        $read = $marshaller->unmarshall(self::text($marshaller->marshall([[$one, clone $one, $one]], $failed)[0]));
        self::assertIsArray($read);
        self::assertNotSame($read[0], $read[1]);
        self::assertSame($read[0], $read[2]);
    }

    #[Test]
    public function an_uninitialised_property_in_sleep_is_left_out_as_by_serialize(): void
    {
        $object = new Sleeping();
        $marshaller = new Marshaller('lyo');
        $written = self::text($marshaller->marshall([$object], $failed)[0] ?? '');
        self::assertSame([], $failed);
        self::assertEquals($object, $marshaller->unmarshall($written));
    }

    #[Test]
    public function symfonys_own_marshallers_can_wrap_it(): void
    {
        $value = ['value' => range(1, 100), 'tags' => ['t'], 'meta' => "abcd\0efg"];
        foreach ([static fn(MarshallerInterface $m): MarshallerInterface => new TagAwareMarshaller($m), static fn(MarshallerInterface $m): MarshallerInterface => new DeflateMarshaller($m)] as $around) {
            $old = $around(new DefaultMarshaller());
            foreach (['native', 'igbinary', 'lyo'] as $writer) {
                $new = $around(new Marshaller($writer, envelope: ['compress' => 'zlib', 'min_size' => 50]));
                self::assertSame($value, $new->unmarshall(self::text($old->marshall([$value], $failed)[0])));
                self::assertSame($value, $new->unmarshall(self::text($new->marshall([$value], $failed)[0])));
            }
        }
    }

    private static function text(mixed $data): string
    {
        self::assertIsString($data);
        return $data;
    }
}
