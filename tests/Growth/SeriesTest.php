<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Growth;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** Which growth the search considers too fast, and which a step. */
final class SeriesTest extends TestCase
{
    /** @return iterable<string, array{list<int>, bool, bool}> counts for 1,000 to 64,000; whether they pass; whether more has to be measured */
    public static function series(): iterable
    {
        yield 'linear' => [[100, 200, 400, 800, 1600, 3200, 6400], true, false];
        yield 'n log n' => [[1000, 2200, 4800, 10_400, 22_400, 48_000, 102_400], true, false];
        yield 'a part that stays' => [[900, 1000, 1200, 1600, 2400, 4000, 7200], true, false];
        yield 'quadratic' => [[100, 400, 1600, 6400, 25_600, 102_400, 409_600], false, true];
        yield 'quadratic from some size on' => [[100, 205, 430, 940, 2240, 5960, 17_800], false, true];
        yield 'quadratic at the end' => [[100, 200, 400, 800, 1600, 3500, 9800], true, true];
        yield 'quadratic up to some size' => [[100, 345, 1070, 3840, 7300, 8300, 10_400], false, false];
        yield 'one step' => [[100, 200, 900, 1800, 3600, 7200, 14_400], true, false];
        yield 'a step at the end' => [[100, 200, 400, 800, 1600, 3200, 11_200], true, true];
        yield 'a step that is too high' => [[100, 200, 1200, 2400, 4800, 9600, 14_400], false, false];
        yield 'steps again and again' => [[100, 200, 700, 1400, 4900, 9800, 34_300], false, true];
        yield 'no further than there' => [[100, 200, 400], false, false];
    }

    /** @param list<int> $counts */
    #[DataProvider('series')]
    public function testWhatGrowsTooFast(array $counts, bool $passes, bool $open): void
    {
        $counts = array_combine(array_slice(Task::SERIES, 0, count($counts)), $counts);
        [$series] = Series::of(new Task(['ints'], false, Task::SERIES), ['encode' => $counts]);
        self::assertSame($passes, $series->passes());
        self::assertSame($open, $series->isOpen());
    }

    public function testTheDearestOperationOfAKindIsWhatOthersMayBecome(): void
    {
        $sizes = [1000, 2000, 4000];
        $counts = ['encode' => [100, 200, 400], 'encode again' => [10, 20, 400], 'encode a third time' => [10, 20, 470], 'decode' => [10, 20, 100]];
        $passes = [];
        foreach (Series::of(new Task(['ints'], false, $sizes), array_map(static fn(array $of): array => array_combine($sizes, $of), $counts)) as $series) {
            $passes[$series->operation] = $series->worst() <= Series::MOST;
        }
        self::assertSame(['encode' => true, 'encode again' => true, 'encode a third time' => false, 'decode' => false], array_intersect_key($passes, $counts));
    }

    public function testPairsTakeTurnsOverTheirWholeLength(): void
    {
        $value = Constructs::value(['ints', 'lists in lists'], true, 3000);
        self::assertCount(560, $value); // 60 lists of 25 ints, 500 lists in lists
        $ints = array_keys(array_filter($value, static fn(mixed $part): bool => is_array($part) && count($part) > 1));
        self::assertCount(60, $ints);
        self::assertLessThan(20, $ints[0]);
        self::assertGreaterThan(540, $ints[59]);
    }
}
