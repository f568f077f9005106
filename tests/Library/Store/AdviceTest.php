<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Store;

use InvalidArgumentException;
use Lyo\Tools\Advise\Advice;
use Lyo\Tools\Advise\Keeping;
use Lyo\Tools\Advise\Link;
use Lyo\Tools\Measure\Classes;
use Lyo\Tools\Measure\Cost;
use Lyo\Tools\Measure\Outcome;
use Lyo\Tools\Measure\Packed;
use Lyo\Tools\Measure\Processor;
use Lyo\Tools\Measure\Results;
use Lyo\Tools\Measure\Sample;
use Lyo\Tools\Measure\Time;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use Random\Randomizer;

final class AdviceTest extends TestCase
{
    #[Test]
    public function the_sum_of_each_way_is_that_of_its_parts(): void
    {
        // 8 ns a byte; one read for each write
        $advice = Advice::of($this->results(), Link::of('1Gbit', '1us', '1'));
        $sums = [];
        foreach ($advice->ways as $way) {
            $sums["$way->codec $way->compressor $way->threshold"] = round($way->total($advice->link));
        }
        // native: 1,000 of the trip, 8 * (100 + 10,000) / 2 of the link, (10 + 30) / 2 of the processor
        // zlib: the long value shrinks to 1,000 bytes, and costs 5,000 and 1,000 more of processor time; the short one gains nothing, and lyo gains nothing at all
        self::assertSame(['native zlib 1 8192' => 1000.0 + 4400.0 + 20.0 + (5000 + 1000) / 2 / 2, 'lyo  ' => 1000.0 + 20_200.0 + 20.0, 'native  ' => 1000.0 + 40_400.0 + 20.0], $sums);
        self::assertSame(['native', 'zlib 1', 8192], [$advice->ways[0]->codec, $advice->ways[0]->compressor, $advice->ways[0]->threshold]);
        // 4,500 bytes for 1,500 ns
        self::assertEqualsWithDelta(8 * 4500 / 1500e-9, $advice->breakEven($advice->ways[0]), 1e6);
        self::assertSame(['msgpack' => 1], $advice->partial);
    }

    #[Test]
    public function an_envelope_compresses_only_values_for_which_it_pays(): void
    {
        // for the short value it takes 5 bytes less, which are 40 ns on the link, and 5,000 ns more
        $advice = Advice::of($this->results(), Link::of('1Gbit', '1us', '1'), ['zstd' => [[45, 5010.0, 5030.0], [500, 110.0, 230.0]]]);
        $way = $advice->ways[0];

        self::assertSame(['lyo', 'zstd', 4096], [$way->codec, $way->compressor, $way->threshold]);
        self::assertEqualsWithDelta([275.0, (30 + 110) / 2, (10 + 230) / 2], [$way->bytes, $way->read, $way->write], 1e-9);

        // one whose bytes take longer than that
        $slow = Advice::of($this->results(), Link::of('1Mbit', '1us', '1'), ['zstd' => [[45, 5010.0, 5030.0], [500, 110.0, 230.0]]])->ways[0];
        self::assertSame(['zstd', 0, 272.5], [$slow->compressor, $slow->threshold, $slow->bytes]);
    }

    #[Test]
    public function a_slow_processor_or_a_fast_link_needs_no_compressor(): void
    {
        $advice = Advice::of($this->results(), Link::of('900Gbit', '1us', '1'));

        self::assertNull($advice->ways[0]->compressor);
    }

    #[Test]
    public function the_limit_of_kept_values_is_that_of_all_arrays_of_the_store(): void
    {
        $outcome = static fn(int $bytes, Classes $classes): Outcome => new Outcome('k', $bytes, 'native', $classes, ['lyo' => new Cost($bytes, null, null, null, [])]);
        // a short one and one with objects are not kept; the sample is a tenth of the store
        $sample = [$outcome(40_000, Classes::None), $outcome(20_000, Classes::None), $outcome(95, Classes::None), $outcome(90_000, Classes::Loaded)];

        self::assertSame([8, 0.5], [Keeping::of($sample, 40)->limit(), Keeping::of($sample, 40)->share]);
        self::assertStringContainsString('lyo.keep_values = 1M holds all arrays without objects (50% of the values)', Keeping::of($sample, 4)->words());
        self::assertStringContainsString('would take 1050 MB', Keeping::of($sample, 10_000)->words());
        self::assertStringContainsString('nothing to keep', Keeping::of([$outcome(95, Classes::None)], 1)->words());
    }

    #[Test]
    public function speeds_and_times_have_units(): void
    {
        self::assertSame([1e8, 3e-4, 10.0], [Link::of('100Mbit', '0.3ms', '10')->bits, Link::of('100Mbit', '0.3ms', '10')->roundTrip, Link::of('100Mbit', '0.3ms', '10')->reads]);
        $refused = 0;
        foreach ([['1', '1ms', '1'], ['0Mbit', '1ms', '1'], ['1Gbit', '1', '1'], ['1Gbit', '1ms', '-1']] as $words) {
            try {
                Link::of(...$words);
            } catch (InvalidArgumentException) {
                $refused++;
            }
        }
        self::assertSame(4, $refused);
    }

    private function results(): Results
    {
        $results = new Results(['test'], new Sample(2, new Randomizer()), new Processor(), ['zlib 1'], ['native', 'msgpack', 'lyo'], []);
        $time = static fn(float $nanoseconds): Time => Time::of([$nanoseconds]);
        $cost = static fn(int $bytes, int $packed): Cost => new Cost($bytes, $time(10), $time(30), null, ['zlib 1' => new Packed($packed, $time(5000), $time(1000))]);
        $results->outcomes[] = new Outcome('short', 100, 'native', Classes::None, ['native' => $cost(100, 110), 'lyo' => $cost(50, 60)]);
        $results->outcomes[] = new Outcome('long', 10_000, 'native', Classes::None, ['native' => $cost(10_000, 1000), 'lyo' => $cost(5000, 5000), 'msgpack' => $cost(9000, 900)]);

        return $results;
    }
}
