<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bench;

use InvalidArgumentException;
use Lyo\Bench\Ratios;
use PHPUnit\Framework\Attributes\CoversClass;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

#[CoversClass(Ratios::class)]
final class RatiosTest extends TestCase
{
    #[Test]
    public function twice_and_half_cancel_out_in_a_geometric_mean(): void
    {
        self::assertEqualsWithDelta(1.0, Ratios::geometricMean([2.0, 0.5]), 1e-12);
        self::assertEqualsWithDelta(0.6, Ratios::geometricMean([0.36, 1.0]), 1e-12);
        self::assertEqualsWithDelta(3.0, Ratios::geometricMean([3.0]), 1e-12);
    }

    #[Test]
    public function a_paired_ratio_is_of_the_rounds_and_not_of_the_medians(): void
    {
        // The machine becomes ten times slower after the first round, but in each round one takes half the time of the other.
        self::assertSame(0.5, Ratios::pairedRatio([1.0, 10.0, 10.0], [2.0, 20.0, 20.0]));
        // One bad round does not matter.
        self::assertSame(0.5, Ratios::pairedRatio([1.0, 900.0, 1.0], [2.0, 2.0, 2.0]));
        // The ratio of the medians would be 1.
        self::assertSame(0.1, Ratios::pairedRatio([1.0, 10.0, 1.0], [10.0, 1.0, 10.0]));
    }

    /** @return iterable<string, array{callable(): float}> */
    public static function meaningless(): iterable
    {
        yield 'a geometric mean of nothing' => [static fn(): float => Ratios::geometricMean([])];
        yield 'a geometric mean with a zero' => [static fn(): float => Ratios::geometricMean([1.0, 0.0])];
        yield 'a ratio of different numbers of rounds' => [static fn(): float => Ratios::pairedRatio([1.0], [1.0, 2.0])];
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
