<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Store;

use Lyo\Tools\Advise\Weights;
use Lyo\Tools\Measure\Classes;
use Lyo\Tools\Measure\Outcome;
use Lyo\Tools\Measure\Processor;
use Lyo\Tools\Measure\Results;
use Lyo\Tools\Measure\Sample;
use Lyo\Tools\Measure\Strata;
use Lyo\Tools\Store\Entry;
use Lyo\Tools\Store\Item;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use Random\Engine\Mt19937;
use Random\Randomizer;

final class StrataTest extends TestCase
{
    #[Test]
    public function a_few_large_values_are_in_each_sample_and_the_mean_is_within_its_range(): void
    {
        mt_srand(11);
        $sizes = [];
        for ($i = 0; $i < 10_000; $i++) {
            $sizes[] = mt_rand(40, 100);
        }
        for ($i = 0; $i < 100; $i++) {
            $sizes[] = mt_rand(140_000, 178_000);
        }
        $mean = array_sum($sizes) / count($sizes);
        $within = 0;
        for ($seed = 1; $seed <= 20; $seed++) {
            [$found, $range, $measured] = self::estimate($sizes, $seed);
            $within += abs($found - $mean) <= $range ? 1 : 0;
            self::assertLessThan(0.2 * $mean, $range, "seed $seed");
            self::assertLessThan(120, $measured);
        }
        self::assertGreaterThanOrEqual(18, $within);
    }

    #[Test]
    public function a_sample_of_all_values_has_no_range(): void
    {
        [$found, $range, $measured] = self::estimate([10, 20, 30, 4000], 1);
        self::assertSame([1015.0, 0.0, 4], [$found, $range, $measured]);
    }

    /**
     * @param list<int> $sizes
     *
     * @return array{float, float, int} mean, range, number of values in the sample
     */
    private static function estimate(array $sizes, int $seed): array
    {
        $random = new Randomizer(new Mt19937($seed));
        $strata = new Strata(100, $random);
        foreach ($sizes as $i => $size) {
            $strata->add(new Item("k$i", $size, '', static fn(): Entry => new Entry("k$i", str_repeat('x', $size))));
        }
        $sample = new Sample(100, $random);
        $sample->addClasses($strata->population(), $strata->chosen(), array_sum($sizes));
        $results = new Results(['a store'], $sample, new Processor(), [], [], []);
        $bytes = [];
        foreach ($sample->entries() as $index => $entry) {
            $results->indexes[] = $index;
            $results->outcomes[] = new Outcome($entry->key, strlen($entry->data), 'native', Classes::None, []);
            $bytes[] = (float) strlen($entry->data);
        }
        $weights = Weights::of($results, array_keys($bytes));

        return [$weights->mean($bytes), $weights->range($bytes), count($bytes)];
    }
}
