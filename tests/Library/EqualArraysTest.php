<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use Lyo\Exception\LimitException;
use Lyo\Exception\LyoException;
use Lyo\Format;
use Lyo\Functions\Lyo;
use Lyo\Native\Writer;
use Lyo\Pure\Head;
use Lyo\Pure\Reader;
use Lyo\Pure\StreamSink;
use Lyo\Translator;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use Random\Engine\Mt19937;
use Random\Randomizer;
use stdClass;

use function array_fill;
use function bin2hex;
use function chr;
use function count;
use function fclose;
use function fopen;
use function hex2bin;
use function is_array;
use function md5;
use function memory_get_peak_usage;
use function memory_get_usage;
use function memory_reset_peak_usage;
use function ord;
use function pack;
use function serialize;
use function str_repeat;
use function str_replace;
use function strlen;

/** Arrays that are written once and used often (spec sections 5.9, 5.10 and 6.6). */
final class EqualArraysTest extends TestCase
{
    /** A list of arrays, each of which holds the one before it twice. The first is [1, 1]. */
    private static function doublings(int $count): string
    {
        $table = chr($count) . "\2";
        $body = "\xC8" . chr($count) . "\x81\3\3";
        for ($i = 0; $i < $count - 1; $i++) {
            $size = strlen($body);
            $table .= $size < 248 ? chr($size) : ($size < 256 ? "\xF8" . chr($size) : "\xF9" . pack('v', $size));
            $body .= "\x81\xED" . chr($i) . "\xED" . chr($i);
        }
        return "\xC1\x11$table$body";
    }

    private static function streamed(string $data): string
    {
        $writer = new Writer();
        Reader::stream($data, Head::of($data), new StreamSink($writer));
        return $writer->text();
    }

    /** @param callable(): mixed $read */
    private static function refusal(callable $read): string
    {
        try {
            $read();
        } catch (LyoException $e) {
            return $e::class . ": {$e->getMessage()}";
        }
        return 'read';
    }

    #[Test]
    public function equal_arrays_are_one_array_until_one_is_changed(): void
    {
        Lyo::unserialize(self::doublings(9)); // loads the classes
        memory_reset_peak_usage();
        $before = memory_get_usage();
        $value = Lyo::unserialize(self::doublings(18));
        self::assertLessThan(100_000, memory_get_peak_usage() - $before); // it would be 50 MB if each array was made
        self::assertTrue(is_array($value) && is_array($value[1]) && is_array($value[1][0]));

        $value[1][0][0] = 'changed';
        self::assertSame([1, 1], $value[0]);
        self::assertSame([['changed', 1], [1, 1]], $value[1]);
        self::assertSame([[1, 1], [1, 1]], is_array($value[2]) ? $value[2][0] : null);
    }

    #[Test]
    public function a_run_takes_the_memory_of_a_list_of_one_array(): void
    {
        $data = Lyo::serialize(array_fill(0, 3_000, ['id' => 7, 'name' => 'equal', 'tags' => ['a', 'b']]));
        self::assertLessThan(50, strlen($data));
        memory_reset_peak_usage();
        $before = memory_get_usage();
        $value = Lyo::unserialize($data);
        self::assertLessThan(150_000, memory_get_peak_usage() - $before);
        self::assertTrue(is_array($value));
        self::assertCount(3_000, $value);
        self::assertSame($value[0], $value[2_999]);
    }

    #[Test]
    public function sixty_arrays_that_double_are_refused_by_everything_that_reads_them(): void
    {
        $data = self::doublings(60);
        $ways = [
            'unserialize' => static fn(): mixed => Lyo::unserialize($data),
            'text' => static fn(): string => Lyo::toNative($data),
            'stream' => static fn(): string => self::streamed($data),
            'igbinary' => static fn(): string => Translator::translate($data, Format::Igbinary2),
            'json' => static fn(): string => Translator::translate($data, Format::Json),
            'wddx' => static fn(): string => Translator::translate($data, Format::Wddx),
        ];
        foreach ($ways as $way => $read) {
            memory_reset_peak_usage();
            $before = memory_get_usage();
            self::assertSame(LimitException::class . ': claims too many cells for its bytes at offset 172', self::refusal($read), $way);
            self::assertLessThan(40 << 20, memory_get_peak_usage() - $before, $way);
        }
        self::assertSame(LimitException::class . ': too many elements at offset 119', self::refusal(static fn(): mixed => Lyo::unserialize($data, ['max_elements' => 1000])));
        self::assertSame(LimitException::class . ': nested too deeply at offset 127', self::refusal(static fn(): mixed => Lyo::unserialize($data, ['max_depth' => 10])));
    }

    #[Test]
    public function a_long_string_in_an_array_that_occurs_again_is_written_out_up_to_a_limit(): void
    {
        $payload = static fn(int $uses): string => "\xC1\x11\1\1" . "\xC9" . pack('v', $uses + 1) . "\x80\xC2" . "\0\0\1" . str_repeat('x', 65_536) . str_repeat("\xED\0", $uses);
        $data = str_replace("\1\1\xC9", "\1\3\xC9", $payload(900));
        self::assertStringContainsString('x";}}', substr(Lyo::toNative($data), -10));
        self::assertSame(md5(Lyo::toNative($data)), md5(self::streamed($data)));

        $data = str_replace("\1\1\xC9", "\1\3\xC9", $payload(2_000));
        $refused = LimitException::class . ': repeated strings and arrays expand to too long a text at offset';
        self::assertStringStartsWith($refused, self::refusal(static fn(): string => Lyo::toNative($data)));
        self::assertStringStartsWith($refused, self::refusal(static fn(): string => self::streamed($data)));
        $value = Lyo::unserialize($data);
        self::assertCount(2_001, is_array($value) ? $value : []);
    }

    #[Test]
    public function values_with_equal_arrays_come_back_by_each_way(): void
    {
        $random = new Randomizer(new Mt19937(41));
        $checked = $repeated = $runs = 0;
        for ($i = 0; $i < 4_000; $i++) {
            $pool = [];
            $value = self::value($random, 4, $pool);
            $data = Lyo::serialize($value);
            $text = serialize($value);
            self::assertSame($text, serialize(Lyo::unserialize($data)), bin2hex($data));
            self::assertSame($text, Lyo::toNative($data), bin2hex($data));
            self::assertSame($text, self::streamed($data), bin2hex($data));
            self::assertSame(bin2hex($data), bin2hex(Lyo::serialize(Lyo::unserialize($data)))); // the arrays that share memory now
            self::assertSame(bin2hex($data), bin2hex(Lyo::fromNative($text)));
            $checked++;
            $repeated += ord($data[1]) & 1;
            $runs += (int) str_contains($data, "\xDA");
        }
        self::assertSame(4_000, $checked);
        self::assertGreaterThan(1_500, $repeated);
        self::assertGreaterThan(200, $runs);
    }

    /**
     * A value in which many arrays are equal to one of the pool, by a copy, by the same memory, or almost.
     *
     * @param list<mixed> $pool
     */
    private static function value(Randomizer $random, int $depth, array &$pool): mixed
    {
        if ($pool !== [] && $random->getInt(0, 2) === 0) {
            $earlier = $pool[$random->getInt(0, count($pool) - 1)];
            return match ($random->getInt(0, 4)) {
                0 => unserialize(serialize($earlier)),
                1 => is_array($earlier) ? [...$earlier, 'more'] : $earlier,
                2 => array_fill(0, $random->getInt(1, 12), $earlier),
                default => $earlier,
            };
        }
        $leaf = match ($random->getInt(0, 9)) {
            0 => null,
            1 => $random->getInt(0, 1) === 1,
            2 => [0.0, -0.0, 1.5, NAN][$random->getInt(0, 3)],
            3 => (object) ['o' => $random->getInt(0, 2)],
            4, 5 => 'word ' . $random->getInt(0, 5),
            default => $random->getInt(-2, 300),
        };
        if ($depth === 0 || $random->getInt(0, 3) === 0) {
            return $leaf;
        }
        $array = [];
        for ($n = $random->getInt(0, 9); $n > 0; $n--) {
            $value = self::value($random, $depth - 1, $pool);
            if ($random->getInt(0, 2) === 0) {
                $array['key ' . $random->getInt(0, 3)] = $value;
            } else {
                $array[] = $value;
            }
        }
        if (count($array, COUNT_RECURSIVE) <= 40) { // otherwise values double
            $pool[] = $array;
        }
        return $array;
    }

    #[Test]
    public function equal_arrays_beside_objects_and_references_come_back(): void
    {
        $array = ['a' => [1, 2, 'x'], 'b' => 1.5];
        $object = new stdClass();
        $object->{'1'} = $array;
        $object->again = $array;
        $value = [$array, $object, $array, $object, 'r' => &$array, 's' => &$array, 'run' => array_fill(0, 5, [$array, []])];
        $text = serialize($value);
        $data = Lyo::serialize($value);
        self::assertSame(1, ord($data[1]) & 1);
        self::assertSame($text, serialize(Lyo::unserialize($data)));
        self::assertSame($text, Lyo::toNative($data));
        self::assertSame($text, self::streamed($data));
    }

    #[Test]
    public function a_resource_is_compared_as_the_0_that_serialize_writes(): void
    {
        $file = fopen('php://memory', 'r');
        self::assertIsResource($file);
        $values = [[$file], [['x', $file], ['x', 0]], array_fill(0, 4, ['a' => $file, 'b' => 'x']), [[0, 'x'], [$file, 'x'], new stdClass()]];
        foreach ($values as $value) {
            self::assertSame(bin2hex(Lyo::serialize(unserialize(serialize($value)))), bin2hex(Lyo::serialize($value)));
        }
        self::assertSame(bin2hex(Lyo::serialize(0)), bin2hex(Lyo::serialize($file)));
        fclose($file);
    }

    #[Test]
    public function forms_that_no_writer_writes_are_refused(): void
    {
        $forms = [
            'a column whose cells are behind the columns' => 'c118 04 01 01 a561 d9 01 00 23 80 03',
            'a list as a dictionary' => 'c110 d8 04 21 02 a561 a562 05',
            'a list with a null bitmap' => 'c110 d8 04 81 05 00 01 02',
            'a null bitmap without a null' => 'c118 04 01 01 a561 d9 01 00 81 00 00 01',
            'a dictionary with a word for each cell' => 'c118 04 01 01 a561 d9 02 00 21 02 a561 a562 02',
        ];
        foreach ($forms as $form => $hex) {
            $data = (string) hex2bin(str_replace(' ', '', $hex));
            self::assertStringStartsWith('Lyo\Exception\CorruptException: malformed vector at', self::refusal(static fn(): mixed => Lyo::unserialize($data)), $form);
        }
        self::assertCount(5, $forms);
    }
}
