<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bench;

use Closure;
use Lyo\Bench\Synthetic;
use Lyo\Samples\Samples;
use PHPUnit\Framework\Attributes\CoversClass;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\RequiresFunction;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** The copies of values in bench/ext: the physical limit must do all the work, and values as built be the same values. */
#[CoversClass(Synthetic::class)]
#[RequiresFunction('lyo_bench_copy')]
final class CopyTest extends TestCase
{
    /** @return iterable<string, array{Closure(): mixed}> */
    public static function values(): iterable
    {
        foreach (Synthetic::names() as $name) {
            yield "synthetic $name" => [static fn(): mixed => Synthetic::get($name)];
        }
        foreach (Samples::names() as $name) {
            yield "sample $name" => [static fn(): mixed => Samples::get($name)];
        }
        yield 'a table with holes' => [static function (): array {
            $map = ['a' => 1, 'b' => [1, 2, 3], 'c' => 3];
            unset($map['a'], $map['b'][1]);

            return $map;
        }];
        yield 'dynamic properties beside declared ones' => [static function (): object {
            $object = new ClassWithSlots();
            foreach (['more' => ['of' => 'it'], '5' => 5] as $name => $content) {
                $object->{$name} = $content;
            }

            return $object;
        }];
        yield 'an uninitialised property' => [static fn(): ClassWithSlots => new ClassWithSlots()];
        yield 'a typed property that is a reference' => [static function (): array {
            $object = new ClassWithSlots();
            $object->number = 1;

            return [$object, &$object->number];
        }];
    }

    /** @param Closure(): mixed $make */
    #[Test]
    #[DataProvider('values')]
    public function a_copy_is_the_same_value(Closure $make): void
    {
        $value = $make();
        $text = serialize($value);
        foreach ([lyo_bench_copy($value), lyo_bench_copy($value, true), lyo_bench_build($value), lyo_bench_build(lyo_bench_copy($value))] as $copy) {
            self::assertSame($text, serialize($copy));
        }
        self::assertSame($text, serialize($value), 'the original has changed');
    }

    /** @param Closure(): mixed $make */
    #[Test]
    #[DataProvider('values')]
    public function a_copy_is_made_of_as_many_parts(Closure $make): void
    {
        $value = $make();
        self::assertSame(lyo_bench_census($value), lyo_bench_census(lyo_bench_copy($value)));
    }

    #[Test]
    public function a_copy_takes_the_memory_of_all_its_parts(): void
    {
        $rows = array_map(static fn(int $i): array => ['id' => $i, 'name' => "name $i", 'list' => [$i]], range(1, 1000));
        $string = 24 + 8;
        $memory = lyo_bench_memory('lyo_bench_copy', [$rows])['result'];
        // a table of 8 buckets, a string and a list of one each; the outer list
        self::assertGreaterThan(1000 * (56 + 320 + $string + 56 + 8 + 16), $memory);
        self::assertGreaterThanOrEqual($memory + 1000 * 3 * 32, lyo_bench_memory('lyo_bench_copy', [$rows, true])['result'], 'own keys take their memory');
        self::assertSame(0, lyo_bench_memory('lyo_bench_copy', [$rows])['left']);
    }

    #[Test]
    public function a_value_as_built_shares_equal_arrays_and_packs_lists(): void
    {
        $text = serialize(array_fill(0, 500, ['type' => 'link', 'to' => [1, 2, 3]]));
        $alike = unserialize($text);
        self::assertLessThan(20_000, lyo_bench_memory('lyo_bench_build', [$alike])['result']);
        self::assertGreaterThan(200_000, lyo_bench_memory('lyo_bench_copy', [$alike])['result']);
    }

    #[Test]
    public function a_copy_is_independent(): void
    {
        $inner = new ClassWithSlots();
        $inner->number = 1;
        $copy = lyo_bench_copy(['list' => [1, 2], 'object' => $inner]);
        self::assertIsArray($copy);
        self::assertInstanceOf(ClassWithSlots::class, $copy['object']);
        $copy['object']->number = 2;
        self::assertSame(1, $inner->number);
    }

    #[Test]
    public function time_grows_with_the_number_of_calls(): void
    {
        $value = range(1, 20_000);
        $one = min(array_map(static fn(): int => lyo_bench_time('serialize', [$value], 1), range(1, 5)));
        $ten = min(array_map(static fn(): int => lyo_bench_time('serialize', [$value], 10), range(1, 5)));
        $all = min(array_map(static fn(): int => lyo_bench_time_all('serialize', array_fill(0, 10, [$value]), 1), range(1, 5)));
        self::assertGreaterThan(4 * $one, $ten);
        self::assertGreaterThan(4 * $one, $all);
    }
}
