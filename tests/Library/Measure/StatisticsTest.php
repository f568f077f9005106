<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Measure;

use InvalidArgumentException;
use Lyo\Tools\Measure\Statistics;
use PHPUnit\Framework\Attributes\CoversClass;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

#[CoversClass(Statistics::class)]
final class StatisticsTest extends TestCase
{
    #[Test]
    public function the_median_is_the_middle_or_between_the_two_middle_ones(): void
    {
        self::assertSame(3.0, Statistics::median([9.0, 3.0, 1.0]));
        self::assertSame(2.5, Statistics::median([9.0, 3.0, 1.0, 2.0]));
        self::assertSame(7.0, Statistics::median([7.0]));
    }

    #[Test]
    public function twice_and_half_cancel_out_in_a_geometric_mean(): void
    {
        self::assertEqualsWithDelta(1.0, Statistics::geometricMean([2.0, 0.5]), 1e-12);
        self::assertEqualsWithDelta(0.6, Statistics::geometricMean([0.36, 1.0]), 1e-12);
        self::assertEqualsWithDelta(3.0, Statistics::geometricMean([3.0]), 1e-12);
    }

    #[Test]
    public function a_paired_ratio_is_of_the_rounds_and_not_of_the_medians(): void
    {
        // The machine becomes ten times slower after the first round, but in each round one takes half the time of the other.
        self::assertSame(0.5, Statistics::pairedRatio([1.0, 10.0, 10.0], [2.0, 20.0, 20.0]));
        // One bad round does not matter.
        self::assertSame(0.5, Statistics::pairedRatio([1.0, 900.0, 1.0], [2.0, 2.0, 2.0]));
        // The ratio of the medians would be 1.
        self::assertSame(0.1, Statistics::pairedRatio([1.0, 10.0, 1.0], [10.0, 1.0, 10.0]));
    }

    #[Test]
    public function quantiles_are_between_the_minimum_and_the_maximum(): void
    {
        self::assertSame(1.0, Statistics::quantile([3.0, 1.0, 2.0], 0.0));
        self::assertSame(3.0, Statistics::quantile([3.0, 1.0, 2.0], 1.0));
        self::assertSame(2.0, Statistics::quantile([3.0, 1.0, 2.0], 0.5));
        self::assertSame(1.5, Statistics::quantile([3.0, 1.0, 2.0], 0.25));
        self::assertSame(4.0, Statistics::quantile([4.0], 0.95));
    }

    /** @return iterable<string, array{callable(): float}> */
    public static function meaningless(): iterable
    {
        yield 'a median of nothing' => [static fn(): float => Statistics::median([])];
        yield 'a geometric mean of nothing' => [static fn(): float => Statistics::geometricMean([])];
        yield 'a geometric mean with a zero' => [static fn(): float => Statistics::geometricMean([1.0, 0.0])];
        yield 'a ratio of different numbers of rounds' => [static fn(): float => Statistics::pairedRatio([1.0], [1.0, 2.0])];
        yield 'a quantile of nothing' => [static fn(): float => Statistics::quantile([], 0.5)];
        yield 'a quantile beyond 1' => [static fn(): float => Statistics::quantile([1.0], 1.5)];
    }

    /** @param callable(): float $call */
    #[Test]
    #[DataProvider('meaningless')]
    public function meaningless_arguments_are_an_error(callable $call): void
    {
        $this->expectException(InvalidArgumentException::class);
        $call();
    }
}
