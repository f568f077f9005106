<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use __PHP_Incomplete_Class;
use ArrayObject;
use Closure;
use DateTimeImmutable;
use Lyo\Exception\ClassMismatchException;
use Lyo\Exception\ClassNotAllowedException;
use Lyo\Exception\CorruptException;
use Lyo\Exception\LimitException;
use Lyo\Exception\TruncatedException;
use Lyo\Functions\Lyo;
use Lyo\Implementation;
use Lyo\Native\SameText;
use Lyo\Pure\Head;
use Lyo\Pure\Reader;
use Lyo\Pure\StreamSink;
use Lyo\Tests\Wire\Vector;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use SplObjectStorage;
use stdClass;
use Throwable;
use TypeError;
use ValueError;

/** The library's own encoder and decoder, whether the extension is loaded or not. */
final class PureTest extends TestCase
{
    protected function setUp(): void
    {
        Vector::loadClasses();
    }

    #[Test]
    #[DataProvider('values')]
    public function a_value_comes_back_as_from_serialize(Closure $make): void
    {
        $value = $make();
        $text = serialize($value);
        $data = Lyo::serialize($value);

        self::assertSame(serialize(unserialize($text)), serialize(Lyo::unserialize($data)));
        self::assertSame($text, Lyo::toNative($data));
        self::assertSame($data, Lyo::fromNative($text));
        if (Implementation::current() === Implementation::Extension) {
            self::assertSame(bin2hex(lyo_serialize($value)), bin2hex($data));
        }
    }

    /** @return list<array<mixed>> arrays of up to 9 elements, as unserialize() makes them: hash tables, lists too */
    private static function nearlyLists(): array
    {
        $arrays = [];
        for ($n = 1; $n < 10; $n++) {
            $arrays[] = $keys = range(0, $n - 1);
            foreach ($keys as $at) {
                foreach ([$n, -1, 'k'] as $other) {
                    $arrays[] = array_combine(array_replace($keys, [$at => $other]), array_fill(0, $n, "$n at $at"));
                }
            }
        }

        return array_map(static fn(array $array): array => (array) unserialize(serialize($array)), $arrays);
    }

    /** @return list<string> pairs of strings, 0 to 6 short ones between them */
    private static function beginnings(): array
    {
        $strings = [];
        foreach ([...range(6, 21), 31, 32, 33, 47, 48, 49, 63, 64, 65, 66, 80, 254, 255, 256] as $common) {
            foreach ([...range(0, 34), 247, 248, 300] as $rest) {
                $begin = str_pad(sprintf('%06d', count($strings)), $common, 'common');
                array_push($strings, $begin . '|another', ...array_map(static fn(int $i): string => "$common.$rest.$i", array_keys(array_fill(0, ($common + $rest) % 7, 0))));
                $strings[] = $begin . substr(str_repeat('0123456789abcdef', 20), 0, $rest);
            }
        }

        return $strings;
    }

    /** @return iterable<string, array{Closure(): mixed}> */
    public static function values(): iterable
    {
        yield 'numbers' => [static fn(): array => [...range(-300, 300), ...array_map(static fn(int $i): int => 1 << $i, range(0, 62)), PHP_INT_MIN, PHP_INT_MAX]];
        yield 'strings that begin as another one, and go on for 0 to 34 bytes and more' => [self::beginnings(...)];
        yield 'keys of a list, one of which is another' => [self::nearlyLists(...)];
        yield 'wide spans' => [static fn(): array => [[PHP_INT_MIN, PHP_INT_MAX, 0, 5], [PHP_INT_MIN, 0, 5, 9, 1], [1 << 40, 1, 2, 9], [70000, 1 << 20, 5, 3], [1 << 50, 3, 9, 1]]];
        yield 'ints around the small ones' => [static fn(): array => ['x', 62, 'y', 63, 'z', -1, -2, [62, 63, 'a'], ['a' => 62, 'b' => 63]]];
        yield 'a wide base' => [static fn(): array => [[PHP_INT_MIN, PHP_INT_MIN + 5, PHP_INT_MAX - 9, 3], [PHP_INT_MIN, PHP_INT_MAX, PHP_INT_MIN + 1, PHP_INT_MAX - 1]]];
        yield 'spans of 8 bytes that fit 63 bits' => [static fn(): array => array_map(static fn(int $i): int => ($i % 2 ? 1 : -1) * ((1 << 60) + 7 * $i), range(1, 40))];
        yield 'names beyond the first 256' => [static fn(): array => [
            array_fill_keys(array_map(static fn(int $i): string => "k$i", range(0, 249)), 1),
            [array_fill_keys(array_map(static fn(int $i): string => "m$i", range(0, 199)), 2)],
            array_map(static fn(int $i): array => ['x' => 'm150', 'y' => $i * $i, 'z' => 'm' . $i % 3], range(0, 20)),
        ]];
        yield 'names beyond the first 256 in a list' => [static fn(): array => [
            array_fill_keys(array_map(static fn(int $i): string => "k$i", range(0, 249)), 1),
            [array_fill_keys(array_map(static fn(int $i): string => "m$i", range(0, 199)), 2)],
            ['m150', 5, 'm160', null, 'm199'],
        ]];
        yield 'sequences to the ends' => [static fn(): array => [range(PHP_INT_MAX - 5, PHP_INT_MAX), range(PHP_INT_MIN + 5, PHP_INT_MIN, -1)]];
        yield 'dictionaries of a column' => [static fn(): array => array_map(
            static fn(int $n): array => array_map(static fn(int $i): array => ['a' => 'word ' . $i % $n, 'b' => $i], range(1, 100)),
            [2, 3, 4, 5, 15, 16, 17, 40, 50],
        )];
        yield 'floats' => [static fn(): array => [[1.5, 2.25, 3.0, 0.1], [M_PI, M_E, 1e300, NAN], [-0.0, 0.0, 1.0, 2.0], [INF, -INF, 1e15, 1e-9], [0.1 + 0.2, 1e22, 123456.789, 1.0]]];
        yield 'constants' => [static fn(): array => [array_fill(0, 9, 0.0), array_fill(0, 9, -0.0), array_fill(0, 9, NAN), [0.0, -0.0, 0.0, 0.0], array_fill(0, 9, null), array_fill(0, 5, 'ab')]];
        yield 'strings' => [static fn(): array => array_map(static fn(int $i): string => str_repeat(chr($i % 256), $i) . ($i % 7), range(0, 300))];
        yield 'beginnings' => [static fn(): array => array_map(static fn(int $i): string => "template:page:$i:" . str_repeat('z', $i % 40), range(0, 400))];
        yield 'long beginnings' => [static fn(): array => [str_repeat('a', 400), str_repeat('a', 300) . 'b', str_repeat('a', 20), str_repeat('a', 20) . str_repeat('c', 20)]];
        yield 'many strings' => [static fn(): array => [...$s = array_map(static fn(int $i): string => "s$i", range(0, 5000)), ...array_reverse($s)]];
        yield 'strings that are not looked for' => [static fn(): array => array_map(
            static fn(int $run): array => array_map(static fn(int $i): string => "run $i", range($run * 5, $run * 7 + 20)),
            range(0, 60),
        )];
        yield 'rows beyond the credit among strings that are not looked for' => [static fn(): array => array_map(static fn(int $run): array => [
            array_map(static fn(int $i): string => "run $i", range($run * 5, $run * 7 + 20)),
            array_map(static fn(int $i): array => ['a' => $i < 500 ? null : "run $run", 'run 7' => null, 'b' => $i < 500 ? null : 'run ' . $i % $run], range(1, 700)),
        ], range(2, 40))];
        yield 'numeric strings' => [static fn(): array => ['12', '12', '-5', ['12' => '12', '012' => '012']]];
        yield 'rows' => [static fn(): array => array_map(static fn(int $i): array => [
            'id' => $i, 'n' => $i * $i, 'f' => $i / 4, 'b' => $i % 3 === 0, 's' => "v$i", 'd' => 'x' . $i % 3, 'null' => $i % 5 ? null : $i, 'mixed' => $i % 2 ? $i : "$i",
        ], range(0, 300))];
        yield 'a map of records with nested values' => [static fn(): array => array_combine(
            array_map(static fn(int $i): string => "k$i", range(0, 150)),
            array_map(static fn(int $i): array => ['a' => $i, 'b' => $i % 2 ? [$i] : $i, 'o' => $i % 50 === 0 ? new stdClass() : null, 'c' => 'same'], range(0, 150)),
        )];
        yield 'rows of one column' => [static fn(): array => array_map(static fn(int $i): array => ['only' => $i], [5, 3, 9, 1, 7, 7, 2, 8, 100])];
        foreach (self::oddRows() as $name => $odd) {
            foreach ([2, 40, 127, 128, 200, 299] as $at) { // a block has 128 rows of 8 columns
                yield "row $at of 300 is $name" => [static function () use ($odd, $at): array {
                    $rows = array_map(static fn(int $i): array => ['name' => 'name ' . $i % 97, 'same' => null, 'text' => "long text $i", 'f' => $i / 4], range(0, 299));
                    $rows[$at] = $odd($rows[$at]);

                    return ['before' => 'name 7', $rows, ['name 7', 'name 96', 'long text 250', 'name 5'], array_slice($rows, $at - 2), $rows];
                }];
            }
        }
        yield 'rows that draw on the credit, but for one that is none' => [static fn(): array => [
            [...array_fill(0, 250, ['a' => null, 'b' => true]), ['other' => 1]],
            array_fill(0, 3_000, ['a' => null, 'b' => true]),
        ]];
        yield 'rows one of which has an object, and one of which is none' => [static function (): array {
            $object = (object) ['own' => 1];
            $reference = 'of two';
            $rows = array_fill(0, 300, ['a' => 'x', 'b' => 'y']);
            $rows[3]['b'] = $object;
            $rows[4]['b'] = &$reference;
            $rows[299] = ['other' => $object];

            return [$rows, $object, &$reference];
        }];
        yield 'rows beyond the credit' => [static fn(): array => array_map(static fn(int $i): array => ['a' => null, 'b' => true, 'c' => 'same'], range(1, 20_000))];
        yield 'shapes' => [static fn(): array => array_map(static fn(int $i): array => ["a$i" => [], 'x' => ["b$i" => $i, 5 => true]], range(0, 200))];
        yield 'keys with line breaks' => [static fn(): array => [["a\nb" => 1, 'c' => 2], ['a' => 1, "b\nc" => 2], [['a' => 1]], ["\n" => 1, '' => 2]]];
        yield 'nested values that just fit' => [static fn(): array => [[1 => [1, 2], 2 => 3], [1 => [true, 1, true, 1, true, 1, true, 1, true], 2 => 3]]];
        yield 'a long list that just fits' => [static fn(): array => [1 => [true, 1, true, 1, true, 1, true, 1, true], 2 => 3]];
        yield 'a list that just fits' => [static fn(): array => [1 => [true, 1], 2 => 3]];
        yield 'maps of ints' => [static fn(): array => [5 => 1, -3 => 2, 1000 => ['x' => [3 => 1]]]];
        yield 'a big map' => [static fn(): array => array_fill_keys(array_map(static fn(int $i): string => "key$i", range(0, 299)), 0)];
        yield 'objects' => [static function (): array {
            $shared = new ArrayObject(['a', new DateTimeImmutable('2020-01-01 UTC')]);
            $storage = new SplObjectStorage();
            $storage[$shared] = 5;
            $dynamic = (object) ['x' => 1, '5' => 2];
            return [$shared, $storage, $shared, $dynamic, [new \V\Point(1, 2), new \V\Savings(), \V\Suit::Hearts, \V\Suit::Hearts]];
        }];
        yield 'objects of many shapes' => [static fn(): array => array_map(static function (int $i): object {
            $object = $i % 2 ? new stdClass() : new \V\Bag(["b$i" => $i, $i => 1]);
            if ($object instanceof stdClass) {
                $object->{"p$i"} = [$i];
            }
            return $object;
        }, range(0, 300))];
        yield 'objects that are gone' => [static fn(): mixed => unserialize('a:2:{i:0;O:4:"Gone":2:{s:1:"0";i:1;s:4:"' . "\0*\0" . 'a";i:2;}i:1;O:5:"V\Bag":1:{s:1:"7";i:1;}}', ['allowed_classes' => false])];
        yield 'references' => [static function (): array {
            $a = [1, 2];
            $o = new stdClass();
            $value = [&$a, &$a, $o, &$o, 'x' => [&$a], 'deep' => [['o' => &$o]]];
            $value['self'] = &$value;
            return $value;
        }];
        yield 'an array in itself' => [static function (): array {
            $a = [1];
            $a[] = &$a;
            return $a;
        }];
        yield 'a payload' => [static fn(): array => [new \V\Token('abc'), new \V\Token('abc'), 'abc']];
        yield 'leaves' => [static fn(): array => [null, true, false, 5, -5, 1.5, '', 'a', []]];
        yield 'a resource' => [static fn(): mixed => [STDIN, 1]];
    }

    /** @return array<string, Closure(non-empty-array<string, mixed>): mixed> what stands among rows and is none of leaves, or none at all */
    private static function oddRows(): array
    {
        return [
            'of another key' => static fn(array $row): array => ['x' => 1] + array_slice($row, 1),
            'in another order' => static fn(array $row): array => array_reverse($row, true),
            'longer' => static fn(array $row): array => $row + ['more' => 1],
            'shorter' => static fn(array $row): array => array_slice($row, 1),
            'null' => static fn(): mixed => null,
            'a string' => static fn(): string => 'name 96',
            'a list' => static fn(array $row): array => array_values($row),
            'an object' => static fn(array $row): object => (object) $row,
            'with an array' => static fn(array $row): array => ['text' => [1, 'name 95']] + $row,
            'with an array in its place' => static fn(array $row): array => array_replace($row, ['text' => [1, 'name 95']]),
            'with an object in its place' => static fn(array $row): array => array_replace($row, ['same' => new stdClass()]),
            'with a reference in its place' => static function (array $row): array {
                $row['same'] = &$row['text'];

                return $row;
            },
        ];
    }

    /** @param array<mixed> $options */
    #[Test]
    #[DataProvider('options')]
    public function options_are_checked(bool $writing, array $options, string $class, string $message): void
    {
        try {
            $writing ? Lyo::serialize(1, $options) : Lyo::unserialize("\xC1\x10\xA0", $options);
        } catch (Throwable $e) {
            self::assertSame([$class, $message], [$e::class, $e->getMessage()]);
            if (Implementation::current() === Implementation::Extension) {
                try {
                    $writing ? lyo_serialize(1, $options) : lyo_unserialize("\xC1\x10\xA0", $options);
                } catch (Throwable $same) {
                    self::assertSame($same->getMessage(), $e->getMessage());
                }
            }
            return;
        }
        self::fail('nothing was refused');
    }

    /** @return iterable<string, array{bool, array<mixed>, class-string, string}> */
    public static function options(): iterable
    {
        yield 'unknown' => [true, ['depth' => 1], ValueError::class, 'lyo_serialize(): Unknown option "depth"'];
        yield 'number' => [false, [5 => 1], ValueError::class, 'lyo_unserialize(): Unknown option ""'];
        yield 'depth' => [true, ['max_depth' => '5'], TypeError::class, 'lyo_serialize(): Option "max_depth" must be of type int, string given'];
        yield 'negative' => [false, ['max_elements' => -1], ValueError::class, 'lyo_unserialize(): Option "max_elements" must be greater than or equal to 0'];
        yield 'classes' => [false, ['allowed_classes' => 'A'], TypeError::class, 'lyo_unserialize(): Option "allowed_classes" must be of type array|bool, string given'];
        yield 'class' => [false, ['allowed_classes' => [5]], TypeError::class, 'lyo_unserialize(): Option "allowed_classes" must be of type array of class names, int given'];
        yield 'missing' => [false, ['missing_class' => 1], TypeError::class, 'lyo_unserialize(): Option "missing_class" must be of type string, int given'];
        yield 'other' => [false, ['missing_class' => 'x'], ValueError::class, 'lyo_unserialize(): Option "missing_class" must be either "incomplete" or "throw"'];
    }

    #[Test]
    public function a_claim_counts_the_unread_rest_of_the_containers_around_it(): void
    {
        foreach (["\xC1\x10\x81\xC8\x09" => 3, "\xC1\x10\x81\x87" => 3, "\xC1\x10\x89\x03\xC8\x09" => 4] as $data => $offset) {
            try {
                Lyo::unserialize($data . str_repeat("\x03", $data[3] === "\x87" ? 8 : 9 + ($offset - 3)));
                self::fail(bin2hex($data));
            } catch (TruncatedException $e) {
                self::assertSame($offset, $e->getOffset(), bin2hex($data));
            }
        }
    }

    #[Test]
    public function credit_ends_at_a_cell(): void
    {
        // 4096 cells, and 16 for each of the five bytes up to the end of the kind
        $data = static fn(int $n): string => "\xC1\x10\xD8\xF9" . pack('v', $n) . "\x20\x41ab";

        self::assertSame(array_fill(0, 4176, 'ab'), Lyo::unserialize($data(4176)));
        // a run draws at the end of its length, the seventh byte, for all values but the first
        $run = static fn(int $n): string => "\xC1\x10\xDA\xF9" . pack('v', $n) . "\xF9" . pack('v', $n) . "\x80\x41ab";
        self::assertSame(array_fill(0, 4209, ['ab']), Lyo::unserialize($run(4209)));
        try {
            Lyo::unserialize($run(4210));
            self::fail('a run of 4210');
        } catch (LimitException $e) {
            self::assertSame(6, $e->getOffset());
        }
        $this->expectException(LimitException::class);
        Lyo::unserialize($data(4177));
    }

    #[Test]
    public function prefixes_are_still_right_after_columns_were_written_again(): void
    {
        $rows = array_map(static fn(int $i): array => ['a' => null, 'b' => true, 'c' => 'same'], range(1, 3000));
        $data = Lyo::serialize(['abcdefghijkl', $rows, 'abcdefghijkm']);

        self::assertStringContainsString('abcdefghijkl', $data);
        self::assertStringNotContainsString('abcdefghijkm', $data);
        self::assertSame(['abcdefghijkl', $rows, 'abcdefghijkm'], Lyo::unserialize($data));
    }

    #[Test]
    public function a_beginning_is_no_longer_than_the_string(): void
    {
        foreach (["\xC1\x10\x81\x41ab\xE8\x10x" => 6, "\xC1\x10\x81\x44abcde\xE8\x20x" => 9] as $data => $offset) {
            try {
                Lyo::unserialize($data);
                self::fail(bin2hex($data));
            } catch (CorruptException|TruncatedException $e) {
                self::assertSame([$offset, $offset === 6 ? CorruptException::class : TruncatedException::class], [$e->getOffset(), $e::class]);
            }
        }
    }

    #[Test]
    public function elements_are_bounded_and_an_empty_state_has_none(): void
    {
        self::assertSame([1], Lyo::unserialize("\xC1\x10\x80\x03", ['max_elements' => 1]));
        self::assertEquals([new stdClass()], Lyo::unserialize("\xC1\x18\x0B\x02\x47stdClass\x00\x80\x61", ['max_elements' => 1]));
        $this->expectException(LimitException::class);
        Lyo::unserialize("\xC1\x10\x80\x80\x03", ['max_elements' => 1]);
    }

    #[Test]
    public function classes_are_looked_up_once_and_first(): void
    {
        $data = Lyo::fromNative('a:3:{i:0;O:6:"Lack\A":0:{}i:1;O:6:"Lack\A":0:{}i:2;O:6:"Lack\B":0:{}}');
        $asked = [];
        spl_autoload_register($loader = static function (string $class) use (&$asked): void {
            $asked[] = $class;
        });
        $value = Lyo::unserialize($data);
        spl_autoload_unregister($loader);

        self::assertSame(['Lack\A', 'Lack\B'], $asked);
        self::assertIsArray($value);
        self::assertContainsOnlyInstancesOf(__PHP_Incomplete_Class::class, $value);
        try {
            Lyo::unserialize($data, ['missing_class' => 'throw', 'allowed_classes' => ['Lack\B']]);
            self::fail('nothing was refused');
        } catch (ClassNotAllowedException $e) {
            self::assertSame(['Lack\A', 'Lack\B'], $e->getClasses());
        }
    }

    #[Test]
    public function a_callback_may_define_the_class(): void
    {
        $data = Lyo::fromNative('O:17:"DefinedByCallback":0:{}');
        $previous = ini_set('unserialize_callback_func', self::class . '::define');
        try {
            $value = Lyo::unserialize($data);
        } finally {
            ini_set('unserialize_callback_func', (string) $previous);
        }
        self::assertIsObject($value);
        self::assertSame('DefinedByCallback', $value::class);
    }

    public static function define(string $class): void
    {
        eval("final class $class {}");
    }

    #[Test]
    public function a_callback_that_does_not_define_the_class_is_a_warning(): void
    {
        $heard = [];
        set_error_handler(static function (int $level, string $message) use (&$heard): bool {
            $heard[] = $message;
            return true;
        });
        foreach (['no_such_function', 'strtolower'] as $callback) {
            $previous = ini_set('unserialize_callback_func', $callback);
            $value = Lyo::unserialize(Lyo::fromNative('O:10:"NeverThere":0:{}'));
            ini_set('unserialize_callback_func', (string) $previous);
            self::assertInstanceOf(__PHP_Incomplete_Class::class, $value);
        }
        restore_error_handler();

        self::assertSame([
            'lyo_unserialize(): defined (no_such_function) but not found',
            "lyo_unserialize(): Function strtolower() hasn't defined the class it was called for",
        ], $heard);
    }

    /** @param class-string<Throwable> $exception */
    #[Test]
    #[DataProvider('mismatches')]
    public function a_state_that_a_class_does_not_accept_is_an_exception(string $text, string $exception, string $message): void
    {
        $this->expectException($exception);
        $this->expectExceptionMessage($message);
        Lyo::unserialize(Lyo::fromNative($text));
    }

    /** @return iterable<string, array{string, class-string<Throwable>, string}> */
    public static function mismatches(): iterable
    {
        yield 'a case that is gone' => ['E:12:"V\Suit:Joker";', ClassMismatchException::class, 'V\Suit::Joker is not an enum case'];
        yield 'an enum that is gone' => ['E:10:"V\Gone:One";', ClassNotAllowedException::class, 'V\Gone'];
        yield 'a class that is no enum' => ['E:9:"V\Point:A";', ClassMismatchException::class, 'V\Point::A is not an enum case'];
        yield 'a payload' => ['C:7:"V\Point":1:{x}', ClassMismatchException::class, 'Class V\Point has no unserializer'];
        yield 'properties' => ['O:7:"V\Token":0:{}', ClassMismatchException::class, "Erroneous data format for unserializing 'V\\Token'"];
        yield 'an internal class' => ['O:7:"Closure":0:{}', \Exception::class, "Unserialization of 'Closure' is not allowed"];
    }

    #[Test]
    public function preambles_that_are_too_long_to_be_kept_are_not_mixed_up(): void
    {
        foreach (['first', 'other'] as $kind) {
            $record = array_fill_keys(array_map(static fn(int $i): string => md5("$kind $i"), range(1, 100)), $kind);

            self::assertSame([$record, $record], Lyo::unserialize(Lyo::serialize([$record, $record])));
        }
    }

    /** Objects of stdClass are made without unserialize(), except where it would do more than a cast. */
    #[Test]
    public function standard_objects_are_what_unserialize_makes_of_them(): void
    {
        $texts = [
            'O:8:"stdClass":3:{s:1:"a";i:1;s:1:"7";s:5:"seven";s:0:"";N;}',
            'O:8:"stdClass":2:{s:4:"~*~p";i:1;s:11:"~stdClass~q";i:2;}',
            'O:8:"stdClass":0:{}',
            'a:2:{i:0;O:8:"stdClass":1:{s:1:"a";a:1:{i:0;O:8:"stdClass":1:{s:1:"b";d:0.5;}}}i:1;O:8:"stdClass":1:{s:1:"a";s:3:"xyz";}}',
            'a:2:{i:0;O:8:"stdClass":1:{s:1:"a";i:1;}i:1;r:2;}',
            'a:2:{i:0;O:8:"stdClass":1:{s:1:"a";i:1;}i:1;E:12:"Lyo\Format:X";}',
            // beyond the size up to which each shape is defined
            'a:3:{i:0;s:9000:"' . str_repeat('x', 9000) . '";i:1;O:8:"stdClass":1:{s:1:"a";i:1;}i:2;O:8:"stdClass":2:{s:1:"b";i:1;s:1:"5";i:2;}}',
            'a:3:{i:0;s:9000:"' . str_repeat('x', 9000) . '";i:1;O:8:"stdClass":1:{s:1:"a";i:1;}i:2;O:8:"stdClass":1:{s:4:"~*~b";i:1;}}',
        ];
        foreach ($texts as $text) {
            $text = strtr($text, '~', "\0");
            $data = Lyo::fromNative($text);
            self::assertSame($text, Lyo::toNative($data));
            foreach ([[], ['allowed_classes' => false], ['allowed_classes' => ['stdclass']], ['allowed_classes' => ['Other']]] as $options) {
                if (str_contains($text, 'E:')) {
                    continue;
                }
                $expected = unserialize($text, $options);
                $value = Lyo::unserialize($data, $options);
                self::assertEquals($expected, $value);
                self::assertSame(serialize($expected), serialize($value));
                self::assertSame(print_r($expected, true), print_r($value, true));
            }
        }
        $numeric = Lyo::unserialize(Lyo::fromNative($texts[0]));
        self::assertInstanceOf(stdClass::class, $numeric);
        self::assertSame('seven', $numeric->{'7'});
    }

    #[Test]
    public function a_class_that_no_value_names_may_be_of_another_kind(): void
    {
        $data = Lyo::fromNative('O:7:"V\Token":0:{}');

        self::assertNull(Lyo::unserialize(substr($data, 0, -1) . substr(Lyo::serialize(null), -1)));
    }

    #[Test]
    public function an_object_of_a_name_that_no_class_has_is_kept(): void
    {
        $data = Lyo::fromNative('a:3:{i:0;O:3:"a b":1:{s:1:"x";i:1;}i:1;O:8:"stdClass":0:{}i:2;r:4;}');
        $value = Lyo::unserialize($data);

        self::assertIsArray($value);
        self::assertInstanceOf(__PHP_Incomplete_Class::class, $value[0]);
        self::assertSame($value[1], $value[2]);
        self::assertSame(bin2hex($data), bin2hex(Lyo::serialize($value)));
    }

    #[Test]
    public function a_payload_for_a_class_that_is_not_there_counts_no_slots(): void
    {
        $data = Lyo::fromNative('a:3:{i:0;C:4:"Gone":14:{a:1:{i:0;i:5;}}i:1;O:8:"stdClass":0:{}i:2;r:5;}');
        $value = Lyo::unserialize($data);

        self::assertIsArray($value);
        self::assertInstanceOf(__PHP_Incomplete_Class::class, $value[0]);
        self::assertInstanceOf(stdClass::class, $value[1]);
        self::assertSame($value[1], $value[2]);
    }

    #[Test]
    public function the_size_of_repeated_strings_is_limited(): void
    {
        $long = str_repeat('a', 1 << 20);
        $data = Lyo::serialize([new stdClass(), ...array_fill(0, 3, $long)]);

        self::assertGreaterThan(3 << 20, strlen(Lyo::toNative($data)));
        $this->expectException(LimitException::class);
        // 40,000 back references of a byte each to a megabyte
        Lyo::toNative("\xC1\x14\0" . "\xC9\x41\x9C" . substr(Lyo::serialize($long), 2) . str_repeat("\xF0", 40_000));
    }

    #[Test]
    public function a_dictionary_has_indices_of_up_to_8_bits(): void
    {
        foreach ([2 => 1, 3 => 2, 4 => 2, 5 => 4, 16 => 4, 17 => 8, 64 => 8] as $count => $bits) {
            $words = array_map(static fn(int $i): string => "w$i", range(1, $count));
            $data = "\xC1\x18\4\1\1\xA5a\xD9" . chr(2 * $count) . "\0\x21" . chr($count);
            foreach ($words as $word) {
                $data .= chr(63 + strlen($word)) . $word;
            }
            $byte = $shift = 0;
            for ($i = 0; $i < 2 * $count; $i++) {
                $byte |= $i % $count << $shift;
                $shift += $bits;
                if ($shift === 8 || $i === 2 * $count - 1) {
                    $data .= chr($byte);
                    $byte = $shift = 0;
                }
            }
            $rows = array_map(static fn(string $word): array => ['a' => $word], [...$words, ...$words]);
            self::assertSame($rows, Lyo::unserialize($data), "$count words");
        }
    }

    #[Test]
    public function a_dictionary_names_the_last_string_that_has_an_id_of_12_bits(): void
    {
        $strings = array_map(static fn(int $i): string => sprintf('%04x', $i), range(0, 4_199));
        $list = "\xC1\x18\4\1\1\xA5a\xC9" . pack('v', 4_201) . implode('', array_map(static fn(string $string): string => "\x43$string", $strings));

        foreach ([3_839, 3_840, 4_095] as $id) {
            $data = $list . "\xD9\4\0\x21\2" . chr(0x90 + ($id >> 8)) . chr($id & 0xFF) . "\xF0\2";
            $rows = array_map(static fn(string $cell): array => ['a' => $cell], [$strings[$id], $strings[4_199], $strings[$id], $strings[$id]]);
            self::assertSame([...$strings, $rows], Lyo::unserialize($data), (string) $id);
        }
    }

    #[Test]
    public function precision_and_handlers_are_as_they_were(): void
    {
        $previous = ini_set('serialize_precision', '5');
        $data = Lyo::serialize([(object) ['f' => 0.123456789]]);
        $between = ini_get('serialize_precision');
        $value = Lyo::unserialize($data);
        $behind = ini_set('serialize_precision', (string) $previous);

        self::assertSame(['5', '5'], [$between, $behind]);
        self::assertEquals([(object) ['f' => 0.123456789]], $value);
    }

    #[Test]
    public function a_value_that_cannot_be_written_is_an_exception(): void
    {
        $this->expectExceptionMessage("Serialization of 'Closure' is not allowed");
        Lyo::serialize([static fn(): int => 1]);
    }

    #[Test]
    public function an_object_whose_sleep_returns_no_array_is_null(): void
    {
        foreach ([5, null, 'text', true] as $returns) {
            $make = static fn(): object => new SleepReturns($returns);
            // by itself the text does not show that there was an object
            foreach ([$make(), [$make(), 1], [$make(), ['a' => $make()]], [$make(), new stdClass()]] as $value) {
                $text = @serialize($value);
                $data = @Lyo::serialize($value);

                self::assertSame($text, Lyo::toNative($data));
                self::assertSame($text, serialize(Lyo::unserialize($data)));
            }
        }
    }

    #[Test]
    public function the_functions_are_there_in_any_case(): void
    {
        self::assertSame([1, 'a' => null], lyo_unserialize(lyo_serialize([1, 'a' => null])));
        self::assertTrue(lyo_is_serialized("\xC1\x10\xA0"));
        self::assertFalse(lyo_is_serialized("\xC1\x10"));
        self::assertSame(extension_loaded('lyo') ? Implementation::Extension : Implementation::Php, Implementation::current());
    }

    #[Test]
    public function a_site_moves_to_a_host_without_the_extension_and_back(): void
    {
        $root = dirname(__DIR__, 2);
        $here = sys_get_temp_dir() . '/lyo-move-' . bin2hex(random_bytes(4));
        $module = getenv('BUILD') !== false && is_file((string) getenv('BUILD') . '/lyo.so') ? getenv('BUILD') . '/lyo.so' : "$root/build/lyo.so";
        if (!is_file($module)) {
            self::markTestSkipped('no build/lyo.so here');
        }
        $with = [PHP_BINARY, '-n', '-d', "extension=$module"];
        $without = [PHP_BINARY, '-n'];
        $script = "$root/tests/Library/site.php";
        $implementations = [];
        foreach ([$with, $without, $with, $without, $with] as $host) {
            $process = proc_open([...$host, $script, $here], [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
            self::assertIsResource($process);
            [$out, $err] = [(string) stream_get_contents($pipes[1]), (string) stream_get_contents($pipes[2])];
            self::assertSame(0, proc_close($process), $out . $err);
            $implementations[] = trim($out);
        }
        array_map(unlink(...), glob("$here/*") ?: []);
        rmdir($here);
        self::assertSame(['extension: 0 read', 'php: 12 read', 'extension: 12 read', 'php: 12 read', 'extension: 12 read'], $implementations);
    }

    #[Test]
    public function depth_is_bounded_in_both_directions(): void
    {
        $value = [[[1]]];

        self::assertSame($value, Lyo::unserialize(Lyo::serialize($value, ['max_depth' => 3]), ['max_depth' => 3]));
        foreach ([static fn(): string => Lyo::serialize($value, ['max_depth' => 2]), static fn(): mixed => Lyo::unserialize(Lyo::serialize($value), ['max_depth' => 2])] as $i => $do) {
            try {
                $do();
                self::fail('nothing was refused');
            } catch (LimitException $e) {
                self::assertSame(4, $e->getOffset(), (string) $i);
            }
        }
    }

    #[Test]
    public function rows_do_not_change_the_depth_of_what_follows(): void
    {
        $rows = array_map(static fn(int $i): array => ['a' => $i * $i, 'b' => "x$i"], range(1, 20));
        $value = [$rows, [[1.5]], $rows, [[2.5]]];
        $data = Lyo::serialize($value);

        self::assertSame($value, Lyo::unserialize($data, ['max_depth' => 3]));
        $this->expectException(LimitException::class);
        Lyo::unserialize(Lyo::serialize([$rows, [[['x']]]]), ['max_depth' => 3]);
    }

    #[Test]
    public function a_stream_is_not_deeper_than_other_values(): void
    {
        $data = "\xC1\x10" . str_repeat("\x80", 5000) . "\xA0";

        $this->expectException(LimitException::class);
        Reader::stream($data, Head::of($data), new StreamSink(new SameText('')));
    }

    #[Test]
    public function an_object_that_occurs_again_may_begin_a_reference_without_its_first_slot(): void
    {
        $data = "\xC1\x1C\x0B\x02\x47stdClass\x00\x01\x02\x82\x61\xE0\x00\xE1\x00";
        self::assertSame('a:3:{i:0;O:8:"stdClass":0:{}i:1;r:2;i:2;R:3;}', Lyo::toNative($data));
        foreach ([Lyo::unserialize($data), unserialize(Lyo::toNative($data))] as $value) {
            self::assertIsArray($value);
            self::assertSame($value[0], $value[1]);
            self::assertSame('a:3:{i:0;O:8:"stdClass":0:{}i:1;R:2;i:2;R:2;}', serialize($value), 'serialize() cannot tell which slots are one');
            $value[2] = 5;
            self::assertEquals([new stdClass(), 5, 5], $value);
        }
    }
}
