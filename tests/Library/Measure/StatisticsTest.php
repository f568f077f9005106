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
