<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bench;

use Lyo\Bench\Group;
use Lyo\Bench\Measurement;
use PHPUnit\Framework\Attributes\CoversClass;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

#[CoversClass(Measurement::class)]
#[CoversClass(Group::class)]
final class MeasurementTest extends TestCase
{
    private Measurement $value;

    protected function setUp(): void
    {
        $this->value = new Measurement('shop/order', 'shop', 1234);
        $this->value->add([
            'census' => ['objects' => 3, 'object_cells' => 12, 'arrays' => 1, 'array_cells' => 11],
            'codecs' => ['lyo' => ['bytes' => 30, 'left' => 0], 'igbinary' => ['bytes' => 40, 'left' => 0]],
            'times' => ['lyo decode' => [1.0, 3.0], 'igbinary decode' => [2, 6], 'igbinary again decode' => [2.0, 6.0], 'copy with keys decode' => [1.0, 1.0]],
        ], false);
        $this->value->add(['times' => ['lyo decode' => [8.0], 'igbinary decode' => [4.0]]], true);
        $this->value->add(['counts' => ['lyo decode' => 150, 'lyo decode free' => 7, 'igbinary decode' => 100]], false);
        $this->value->add(['counts' => ['lyo free' => 9]], true);
    }

    #[Test]
    public function times_are_compared_by_round_and_reported_as_medians(): void
    {
        self::assertSame(0.5, $this->value->ratio('lyo', 'igbinary', 'decode'));
        self::assertSame(2.0, $this->value->figure('lyo', 'decode'));
        self::assertSame(1.0, $this->value->ratio('igbinary again', 'igbinary', 'decode'));
        self::assertSame(1.0, $this->value->figure('copy with keys', 'decode'));
    }

    #[Test]
    public function warm_and_cold_times_and_instructions_are_figures_of_their_own(): void
    {
        self::assertSame(2.0, $this->value->ratio('lyo', 'igbinary', 'cold decode'));
        self::assertSame(1.5, $this->value->ratio('lyo', 'igbinary', 'ir decode'));
        self::assertSame(9.0, $this->value->figure('lyo', 'cold ir free'));
        self::assertNull($this->value->figure('lyo', 'ir free'));
    }

    #[Test]
    public function sizes_are_divided(): void
    {
        self::assertSame(0.75, $this->value->ratio('lyo', 'igbinary', 'bytes'));
    }

    #[Test]
    public function there_is_no_ratio_to_nothing(): void
    {
        self::assertNull($this->value->ratio('lyo', 'igbinary', 'left'));
        self::assertNull($this->value->ratio('lyo', 'msgpack', 'bytes'));
        self::assertNull($this->value->ratio('lyo', 'igbinary', 'encode'));
    }

    #[Test]
    public function values_are_compared_in_the_same_rounds(): void
    {
        $other = new Measurement('shop/small', 'shop', 12);
        $other->add(['codecs' => ['lyo' => ['bytes' => 10]], 'times' => ['lyo decode' => [0.1, 0.3]]], false);
        self::assertSame(3.0, $this->value->over($other, 'lyo', 'bytes'));
        self::assertEqualsWithDelta(10.0, $this->value->over($other, 'lyo', 'decode'), 1e-9);
        self::assertNull($this->value->over($other, 'igbinary', 'decode'));
    }

    #[Test]
    public function a_value_is_mostly_objects_when_most_elements_are_properties(): void
    {
        self::assertTrue(Group::MostlyObjects->has($this->value));
        $other = new Measurement('list', 'shop', 12);
        $other->add(['census' => ['objects' => 1, 'object_cells' => 11, 'arrays' => 1, 'array_cells' => 11]], false);
        self::assertFalse(Group::MostlyObjects->has($other));
    }

    #[Test]
    public function a_value_has_hooks_when_php_code_ran_as_it_was_written(): void
    {
        self::assertSame([$this->value], Group::WithoutHooks->of([$this->value]));
        self::assertSame([], Group::WithHooks->of([$this->value]));
        $this->value->add(['census' => ['hooks' => 1]], false);
        self::assertSame([], Group::WithoutHooks->of([$this->value]));
        self::assertSame([$this->value], Group::WithHooks->of([$this->value]));
        self::assertSame([$this->value], Group::All->of([$this->value]));
    }

    #[Test]
    public function memory_that_serialize_leaves_too_is_not_counted(): void
    {
        foreach ([[[], 56.0], [['opaque' => 2], 16.0], [['hooks' => 1], 16.0]] as [$census, $left]) {
            $value = new Measurement('dates', 'shop', 12);
            $value->add(['census' => $census, 'codecs' => ['lyo' => ['left' => 56], 'native' => ['left' => 40]]], false);
            self::assertSame($left, $value->left('lyo'));
        }
        self::assertNull($this->value->left('native'));
        self::assertSame(0.0, $this->value->left('lyo'));
    }

    #[Test]
    public function it_lists_the_codecs_that_were_measured(): void
    {
        $codecs = $this->value->codecs();
        sort($codecs);
        self::assertSame(['copy with keys', 'igbinary', 'igbinary again', 'lyo'], $codecs);
    }
}
