<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Measure;

use Lyo\Tools\Measure\Processor;
use Lyo\Tools\Measure\Rounds;
use Lyo\Tools\Measure\Time;
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

        // three calls of each show how long one takes
        self::assertSame('aaabbbccc' . 'abc' . 'bca' . 'cab', $calls);
        self::assertSame([3, 3, 3], array_map(count(...), array_values($times)));
    }

    #[Test]
    public function twice_the_work_takes_twice_the_time(): void
    {
        $work = static function (int $times): string {
            $text = '';
            for ($i = 0; $i < $times; $i++) {
                $text = md5($text);
            }
            return $text;
        };
        $tries = 0;
        do { // a busy machine can spoil some
            $times = array_map(Time::of(...), (new Rounds(11, 1_000_000))->run(['one' => [$work(...), [2000]], 'two' => [$work(...), [4000]], 'sleep' => [usleep(...), [3000]]]));
            $ratio = $times['two']->median / $times['one']->median;
        } while (abs($ratio - 2.0) > 0.5 && ++$tries < 5);

        self::assertEqualsWithDelta(2.0, $ratio, 0.5);
        // the time of the processor: a process that waits has none
        self::assertLessThan(1e6, $times['sleep']->median);
    }

    #[Test]
    public function with_cold_caches_each_is_called_once_in_a_round_and_timed_by_the_clock(): void
    {
        $calls = '';
        $task = static function (string $name) use (&$calls): void {
            $calls .= $name;
            usleep(2000);
        };
        $times = (new Rounds(3, 0, cold: true))->run(['a' => [$task(...), ['a']], 'b' => [$task(...), ['b']]]);

        self::assertSame('ab' . 'ba' . 'ab', $calls);
        self::assertGreaterThan(2e6, min([...$times['a'], ...$times['b']]));
    }

    #[Test]
    public function with_cold_caches_memory_is_read_anew(): void
    {
        $text = str_repeat('x', 256 << 10); // which a processor keeps for itself in a loop
        $task = ['search' => [strpos(...), [$text, 'y']]];
        for ($tries = 0, $hot = $cold = 0.0; $tries < 10 && $cold <= 1.2 * $hot; $tries++) { // a busy machine can spoil some
            [$hot, $cold] = [min((new Rounds(21, 2_000_000))->run($task)['search']), min((new Rounds(21, 0, cold: true))->run($task)['search'])];
        }

        self::assertGreaterThan(1.2 * $hot, $cold); // 1.4 to 3.6, as near as the next cache is
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
        self::assertGreaterThan(0.05, $processor->elapsed);
        self::assertFalse((new Processor())->wasBusy());
    }
}
