<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Measure;

use Lyo\Tools\Measure\Sample;
use Lyo\Tools\Store\Entry;
use Lyo\Tools\Store\Item;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use Random\Engine\Mt19937;
use Random\Randomizer;

final class SampleTest extends TestCase
{
    #[Test]
    public function each_value_is_as_likely_as_the_others_to_be_picked(): void
    {
        $picked = array_fill(0, 50, 0);
        for ($seed = 1; $seed <= 2000; $seed++) {
            $sample = self::sample(10, $seed);
            for ($i = 0; $i < 50; $i++) {
                $sample->add(self::item((string) $i));
            }
            foreach ($sample->entries() as $entry) {
                $picked[(int) $entry->data]++;
            }
        }
        // 400 of each are expected, with a standard deviation of 18
        self::assertSame(20_000, array_sum($picked));
        self::assertGreaterThan(400 - 90, min($picked));
        self::assertLessThan(400 + 90, max($picked));
    }

    #[Test]
    public function only_values_in_the_sample_are_read(): void
    {
        $read = 0;
        $sample = self::sample(20, 1);
        for ($i = 0; $i < 100_000; $i++) {
            $sample->add(new Item("key $i", null, '', static function () use (&$read): Entry {
                $read++;
                return new Entry('', str_repeat('x', 100));
            }));
        }
        // 20 * (1 + ln(100,000 / 20)) = 190 are expected
        self::assertLessThan(300, $read);
        self::assertSame(100_000, $sample->met);
        self::assertFalse($sample->isExact());
        self::assertSame(10_000_000, $sample->bytes());
        self::assertFalse($sample->isWhole());
        self::assertCount(20, iterator_to_array($sample->entries()));
    }

    #[Test]
    public function memory_does_not_grow_with_the_values(): void
    {
        $sample = self::sample(30, 1);
        memory_reset_peak_usage();
        $before = memory_get_usage();
        for ($i = 0; $i < 300; $i++) {
            $sample->add(new Item("key $i", 1 << 20, '', static fn(): Entry => new Entry('', str_repeat('x', 1 << 20))));
        }
        self::assertLessThan(5 << 20, memory_get_peak_usage() - $before);
        self::assertSame(300 << 20, $sample->bytes());
        self::assertTrue($sample->isExact());
    }

    #[Test]
    public function missing_values_are_not_counted_and_long_ones_are_counted_as_such(): void
    {
        $sample = self::sample(10, 1);
        $sample->add(new Item('gone', 5, '', static fn(): null => null));
        $sample->add(new Item('long', null, '', static fn(): Entry => new Entry('', str_repeat('x', Sample::LONGEST + 1))));
        $sample->add(self::item('there'));

        self::assertSame([2, 1, ['there']], [$sample->met, $sample->tooLong(), array_column(iterator_to_array($sample->entries(), false), 'data')]);
        self::assertTrue($sample->isWhole());
        self::assertSame(0, self::sample(1, 1)->bytes());
    }

    /** @param positive-int $most */
    private static function sample(int $most, int $seed): Sample
    {
        return new Sample($most, new Randomizer(new Mt19937($seed)));
    }

    private static function item(string $data): Item
    {
        return new Item($data, strlen($data), '', static fn(): Entry => new Entry($data, $data));
    }
}
