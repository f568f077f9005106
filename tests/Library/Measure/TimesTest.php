<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Measure;

use Lyo\Measure\Processor;
use Lyo\Measure\Rounds;
use Lyo\Measure\Time;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

final class TimesTest extends TestCase
{
    #[Test]
    public function all_take_turns_and_another_begins_each_round(): void
    {
        $calls = '';
        $task = static function (string $name) use (&$calls): void {
            $calls .= $name;
        };
        $times = (new Rounds(3, 1))->run(['a' => [$task(...), ['a']], 'b' => [$task(...), ['b']], 'c' => [$task(...), ['c']]]);

        // three calls of each tell how long one takes
        self::assertSame('aaabbbccc' . 'abc' . 'bca' . 'cab', $calls);
        self::assertSame([3, 3, 3], array_map(count(...), array_values($times)));
    }

    #[Test]
    public function what_takes_twice_as_long_has_twice_the_time(): void
    {
        $sleep = static fn(int $microseconds) => usleep($microseconds);
        $times = array_map(Time::of(...), (new Rounds(5, 1000))->run(['one' => [$sleep, [4000]], 'two' => [$sleep, [8000]]]));

        self::assertGreaterThan(4e6, $times['one']->median);
        self::assertGreaterThan(8e6, $times['two']->median);
        self::assertLessThan($times['two']->median, $times['one']->median);
    }

    #[Test]
    public function the_spread_is_half_the_distance_between_the_quartiles(): void
    {
        $time = Time::of([10.0, 12.0, 14.0, 16.0, 1000.0]);

        self::assertSame([14.0, 2.0], [$time->median, $time->spread]);
    }

    #[Test]
    public function a_processor_that_is_not_ours_is_noticed(): void
    {
        $processor = new Processor();
        $processor->start();
        usleep(50_000);
        $processor->stop();

        self::assertTrue($processor->wasBusy());
        self::assertLessThan(0.5, $processor->share());
        self::assertGreaterThan(0.05, $processor->seconds());
        self::assertFalse((new Processor())->wasBusy());
    }
}
