<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Store;

use Lyo\Tools\Stat\Frequent;
use Lyo\Tools\Stat\Pattern;
use Lyo\Tools\Stat\Survey;
use Lyo\Tools\Store\Entry;
use Lyo\Tools\Store\Item;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

final class SurveyTest extends TestCase
{
    /** @return iterable<array{string, string}> */
    public static function keys(): iterable
    {
        yield ['user:17:cart', 'user:*:cart'];
        yield ['page:6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'page:*'];
        yield ['css_5f2c9a7be01d', 'css_*'];
        yield ['wp_options:notoptions', 'wp_options:notoptions'];
        yield ['3f/a9/3fa9c1d2e4b5a6978877665544332211aabbccdd', '*'];
        yield ['views:list:block_1:aXk29dkLLqpo2837ddjWQ0', 'views:list:block_*:*'];
        yield ["bin\xFFary1", 'bin\377ary*'];
    }

    #[Test]
    #[DataProvider('keys')]
    public function variable_parts_of_keys_are_folded(string $key, string $pattern): void
    {
        self::assertSame(str_replace('\377', '\*', $pattern), Pattern::of($key));
    }

    #[Test]
    public function the_heaviest_are_found_in_little_memory_and_never_overestimated(): void
    {
        mt_srand(5);
        $frequent = new Frequent(100);
        $true = [];
        for ($i = 0; $i < 100_000; $i++) {
            // A tenth is 5 things, the rest 50,000: each of the 5 weighs more than what may be missing.
            $thing = $i % 10 === 0 ? 'often ' . mt_rand(1, 5) : 'seldom ' . mt_rand(1, 50_000);
            $frequent->add($thing, 10);
            $true[$thing] = ($true[$thing] ?? 0) + 10;
        }
        $found = $frequent->heaviest(5);
        foreach ($found as [$thing, $times, $weight]) {
            self::assertStringStartsWith('often', $thing);
            self::assertLessThanOrEqual($true[$thing], $weight);
            self::assertGreaterThanOrEqual($true[$thing], $weight + $frequent->error);
            self::assertLessThanOrEqual($true[$thing] / 10, $times);
        }
        self::assertCount(5, $found);
        self::assertLessThan(200, $frequent->size());
        self::assertGreaterThan(0, $frequent->error);
        self::assertLessThanOrEqual(1_000_000 / 100, $frequent->error);
    }

    #[Test]
    public function everything_is_counted(): void
    {
        $survey = new Survey(2);
        $values = ['a:1' => serialize(['title' => 'a longer string', 'again' => 'a longer string']), 'a:2' => (string) gzcompress('O:8:"App\Page":0:{}'), 'b' => 'words', 'c' => 'a:2:{i:0;N;}'];
        foreach ($values as $key => $data) {
            $survey->add(new Item($key, null, '', static fn(): Entry => new Entry($key, $data, $key === 'b' ? 30_000 : null)));
        }
        $survey->add(new Item('gone', null, '', static fn(): null => null));

        self::assertSame([4, strlen(implode('', $values))], [$survey->values, $survey->bytes]);
        self::assertSame(['native' => 1, 'zlib > native' => 1, 'unknown' => 1, 'native, damaged' => 1], array_map(static fn(array $one): int => $one[0], $survey->formats));
        self::assertSame(['a minute' => 1, 'for ever' => 3], array_filter($survey->lives));
        self::assertSame([['App\Page', 1, 1]], $survey->contents->classes->heaviest(5));
        self::assertSame([['a longer string', 2, 30]], $survey->contents->strings->heaviest(1));
        self::assertSame(['a:1', 'a:2'], array_column($survey->largest, 0));
        self::assertSame(['a:*', 2], array_slice($survey->patterns->heaviest(1)[0], 0, 2));
    }
}
