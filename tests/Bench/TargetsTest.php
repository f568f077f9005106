<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bench;

use Lyo\Bench\GrowthRows;
use Lyo\Bench\Results;
use Lyo\Bench\Source;
use Lyo\Bench\Target;
use Lyo\Bench\Targets;
use PHPUnit\Framework\Attributes\CoversClass;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

#[CoversClass(Targets::class)]
#[CoversClass(Target::class)]
#[CoversClass(Results::class)]
final class TargetsTest extends TestCase
{
    #[Test]
    public function a_target_is_missed_above_its_must(): void
    {
        self::assertSame('reached', (new Target('size', 0.74, 0.80, 0.74))->verdict());
        self::assertSame('ok', (new Target('size', 0.80, 0.80, 0.74))->verdict());
        self::assertSame('MISSED', (new Target('size', 0.8001, 0.80, 0.74))->verdict());
        self::assertSame('MISSED', (new Target('size', null, 0.80, 0.74))->verdict());
        self::assertSame('', (new Target('cold', 9.0))->verdict());
        self::assertFalse((new Target('cold', 9.0))->isMissed());
        self::assertSame(['slow', '5.0', '0.0', '6.2', 'MISSED'], (new Target('slow', 6.25, 5.0, 0.0, '%.1f'))->line());
    }

    #[Test]
    public function all_is_held_when_all_is_good(): void
    {
        self::assertSame([], self::missed(self::value('a/a'), self::value('a/b'), self::counted('a/a', 1000, 1000, 960)));
    }

    #[Test]
    public function nothing_measured_is_all_missed(): void
    {
        $all = (new Targets(new Results(), new Results(), new Results()))->all();
        self::assertCount(count(array_filter($all, static fn(Target $target): bool => $target->must !== null)), array_filter($all, static fn(Target $target): bool => $target->isMissed()));
        self::assertGreaterThanOrEqual(14, count($all));
    }

    /** @return iterable<string, array{string, array<string, mixed>}> what is missed then; what is other about the value */
    public static function bad(): iterable
    {
        yield 'size' => ['size', ['bytes' => 81]];
        yield 'size after zlib 1' => ['size after zlib 1', ['zlib' => 89]];
        yield 'encode' => ['encode time, values as unserialize() makes them', ['encode' => 61.0]];
        yield 'encode built' => ['encode time, values as an application builds them', ['built' => 61.0]];
        yield 'decode' => ['decode time, warm', ['decode' => 57.0]];
        yield 'decode cold' => ['decode time, cold', ['cold decode' => 63.0]];
        yield 'memory' => ['decoded memory, warm', ['memory' => 76]];
        yield 'left' => ['memory left on the caller\'s objects, bytes', ['left' => 8]];
    }

    /** @param array<string, mixed> $figures */
    #[Test]
    #[DataProvider('bad')]
    public function each_target_is_judged(string $figure, array $figures): void
    {
        self::assertContains($figure, self::missed(self::value('a/a', 1200, $figures), self::counted('a/a', 1, 1, 1)));
    }

    #[Test]
    public function a_value_that_is_mostly_objects_has_a_target_of_its_own(): void
    {
        $objects = self::value('a/o', 1200, ['decode' => 50.0]);
        $objects['census'] = ['object_cells' => 2, 'array_cells' => 1];
        self::assertContains('decode time, values made mostly of objects, warm', self::missed($objects, self::counted('a/o', 1, 1, 1)));
    }

    #[Test]
    public function seeds_and_samples_do_not_count(): void
    {
        $seed = self::value('seeds/x', 1200, ['bytes' => 500]);
        $seed['application'] = Source::SEEDS;
        self::assertSame([], self::missed(self::value('a/a'), $seed, self::counted('a/a', 1, 1, 1)));
    }

    #[Test]
    public function one_large_value_may_encode_slower_than_serialize_if_it_is_one_of_twenty(): void
    {
        $slow = ['encode' => 60.0, 'native encode' => 50.0];
        $many = array_map(static fn(int $i): array => self::value("a/$i"), range(1, 19));
        self::assertSame([], self::missed(self::counted('a/a', 1, 1, 1), self::value('a/slow', 1000, $slow), ...$many));
        $title = 'values of 1 kB or more that encode slower than 1.05 x serialize(), %';
        self::assertContains($title, self::missed(self::counted('a/a', 1, 1, 1), self::value('a/slow', 1000, $slow), ...array_slice($many, 1)));
        self::assertSame([], self::missed(self::counted('a/a', 1, 1, 1), self::value('a/slow', 999, $slow), ...array_slice($many, 1)));
        $slow['encode'] = 63.0;
        $slow['igbinary encode'] = 126.0;
        self::assertContains('  the slowest of them / serialize()', self::missed(self::counted('a/a', 1, 1, 1), self::value('a/slow', 1000, $slow), ...$many));
    }

    #[Test]
    public function no_large_value_may_decode_slower_than_the_better_of_two(): void
    {
        $title = 'values of 1 kB or more that decode slower than 1.05 x igbinary or unserialize(), instructions';
        self::assertContains($title, self::missed(self::value('a/a'), self::counted('a/a', 1051, 1000, 5000)));
        self::assertContains($title, self::missed(self::value('a/a'), self::counted('a/a', 1051, 5000, 1000)));
        self::assertNotContains($title, self::missed(self::value('a/a'), self::counted('a/a', 1050, 1000, 5000)));
        self::assertNotContains($title, self::missed(self::value('a/a'), self::counted('a/a', 1051, 1000, 5000, 999), self::counted('a/b', 1, 1, 1)));
    }

    /**
     * @param array<string, mixed> ...$results
     * @return list<string> figures
     */
    private static function missed(array ...$results): array
    {
        $times = new Results();
        $counts = new Results();
        foreach ($results as $result) {
            isset($result['counts']) ? $counts->add($result) : $times->add($result);
            if (isset($result['cold'])) {
                $times->add(['name' => $result['name'], 'cold' => true, 'codecs' => $result['codecs'] ?? [], 'times' => $result['cold']]);
            }
        }
        $growth = new Results();
        foreach (GrowthRows::KINDS as $kind) {
            foreach ([GrowthRows::COUNTS[0], max(GrowthRows::COUNTS)] as $count) {
                $growth->add(['name' => Source::GROWTH . "/$kind-$count", 'times' => ['lyo encode' => [$count * 1.1], 'lyo decode' => [$count * 0.9]]]);
            }
        }
        $missed = array_filter((new Targets($times, $counts, $growth))->all(), static fn(Target $target): bool => $target->isMissed());

        return array_values(array_map(static fn(Target $target): string => $target->figure, $missed));
    }

    /**
     * A value that holds all targets (those for objects by not being any; see the census of the caller) but in what is given.
     *
     * @param array<string, mixed> $other
     * @return array<string, mixed>
     */
    private static function value(string $name, int $text = 1200, array $other = []): array
    {
        $of = static fn(string $figure, int|float $default): mixed => $other[$figure] ?? $default;

        return [
            'name' => $name,
            'application' => 'a',
            'text' => $text,
            'census' => ['object_cells' => 3, 'array_cells' => 2],
            'codecs' => [
                'lyo' => ['bytes' => $of('bytes', 70), 'zlib' => $of('zlib', 70), 'memory' => $of('memory', 70), 'left' => $of('left', 0)],
                'igbinary' => ['bytes' => 100, 'zlib' => 100, 'memory' => 100, 'left' => 376],
            ],
            'times' => [
                'lyo encode' => [$of('encode', 50.0)], 'igbinary encode' => [$of('igbinary encode', 100.0)], 'native encode' => [$of('native encode', 80.0)],
                'lyo built' => [$of('built', 50.0)], 'igbinary built' => [100.0],
                'lyo decode' => [$of('decode', 40.0)], 'igbinary decode' => [100.0],
            ],
            'cold' => ['lyo decode' => [$of('cold decode', 50.0)], 'igbinary decode' => [100.0]],
        ];
    }

    /** @return array<string, mixed> */
    private static function counted(string $name, int $lyo, int $native, int $igbinary, int $text = 1200): array
    {
        return ['name' => $name, 'application' => 'a', 'text' => $text, 'counts' => ['lyo decode' => $lyo, 'native decode' => $native, 'igbinary decode' => $igbinary]];
    }
}
