<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bench;

use DOMDocument;
use LogicException;
use Lyo\Bench\Published\Chart;
use Lyo\Bench\Published\Effort;
use Lyo\Bench\Published\Fpm;
use Lyo\Bench\Published\Objects;
use Lyo\Bench\Published\Objects\Contest;
use Lyo\Bench\Published\Objects\Exported;
use Lyo\Bench\Published\Objects\Folder;
use Lyo\Bench\Published\Objects\RoundTrip;
use Lyo\Bench\Published\Objects\Set;
use Lyo\Bench\Published\Objects\Size;
use Lyo\Bench\Published\Table;
use Lyo\Bench\Published\Way;
use PHPUnit\Framework\Attributes\CoversClass;
use PHPUnit\Framework\Attributes\RequiresFunction;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

#[CoversClass(Objects::class)]
#[CoversClass(Contest::class)]
#[CoversClass(RoundTrip::class)]
#[CoversClass(Set::class)]
final class PublishedObjectsTest extends TestCase
{
    private const SCALE = 64;

    #[Test]
    public function sizes_are_those_that_were_published_and_the_smallest_is_always_there(): void
    {
        self::assertSame([32, 1_102, 4_502, 20_000], array_column(Size::all(1), 'objects'));
        self::assertSame([32], array_column(Size::all(self::SCALE), 'objects'));
        self::assertSame([32], array_column(Size::all(1_000_000), 'objects'));
        self::assertSame([10, 32, 100, 300], array_column(Size::ladder(self::SCALE), 'objects'));
    }

    #[Test]
    public function every_set_has_the_same_values(): void
    {
        $size = new Size(3, 2);
        $trees = array_map(static fn(Set $set): mixed => Exported::arrays($set->tree($size)), [...Set::stored(), ...Set::exported()]);
        self::assertCount(6, $trees);
        self::assertSame([$trees[0]], array_values(array_unique($trees, SORT_REGULAR)));
        self::assertSame(9, substr_count(serialize(Set::plain()->tree($size)), 'O:'));
    }

    #[Test]
    #[RequiresFunction('lyo_bench_settle')]
    public function every_way_gives_an_equal_tree_back(): void
    {
        $folder = new Folder();
        try {
            $trials = (new Contest($folder, null, self::effort()))->trials(new Size(10, 10));
            self::assertSame(self::ways(), array_keys($trials));
            foreach ($trials as $name => $trial) {
                $value = $trial->read();
                self::assertEquals($trial->tree, $value, $name);
                self::assertNotSame($trial->tree, $value, $name);
            }
        } finally {
            $folder->remove();
        }
        self::assertDirectoryDoesNotExist($folder->path);
    }

    #[Test]
    public function a_way_that_gives_another_tree_back_is_an_error(): void
    {
        $size = new Size(1, 1);
        $other = serialize(Set::plain()->tree(new Size(1, 2)));
        $this->expectException(LogicException::class);
        $this->expectExceptionMessage('wrong gives back another tree');
        $tree = Set::plain()->tree($size);
        new RoundTrip('wrong', $tree, ['serialize', [$tree]], static fn(string $bytes): array => ['unserialize', [$other]]);
    }

    #[Test]
    #[RequiresFunction('lyo_bench_time')]
    public function tables_have_all_ways_and_charts_are_well_formed(): void
    {
        $before = glob(sys_get_temp_dir() . '/lyo-objects-*');
        $page = (new Objects())->run(self::effort());
        self::assertSame($before, glob(sys_get_temp_dir() . '/lyo-objects-*'));
        $names = array_map(static fn(Table $table): array => array_column($table->rows, 0), $page->tables);
        $all = (new Objects())->charts($page);
        $charts = array_map(static fn(Chart $chart): string => $chart->name(), $all);
        if (Fpm::missing() === null) {
            $cached = array_map(static fn(Set $set): string => "var_export(), $set->name, opcache", Set::exported());
            $codecs = array_map(static fn(Way $way): string => $way->name, array_filter(Way::codecs(), static fn(Way $way): bool => !$way->isIgbinary() || Fpm::hasIgbinary()));
            $code = 'var_export(), ' . Set::constructed()->name;
            self::assertSame([...self::ways(), ...$cached], $names[0]);
            self::assertSame(['var_export(), arrays alone', $code, ...array_values($codecs)], $names[3]);
            self::assertCount(8, $names[4]);
            foreach ([5, 6] as $table) {
                self::assertSame(['nothing', ...array_values($codecs), 'JSON, constructors', $code], $names[$table]);
            }
            self::assertSame(['time', 'opcache', 'requests-1', 'requests-10'], $charts);
        } else {
            self::assertSame(self::ways(), $names[0]);
            self::assertCount(3, $names);
            self::assertSame(['time'], $charts);
            self::assertStringContainsString((string) Fpm::missing(), $page->notes[count($page->notes) - 1]);
        }
        foreach ($page->tables as $table) {
            foreach ($table->rows as $row) {
                self::assertCount(count($table->headers), $row, $table->title);
            }
        }
        foreach ($all as $chart) {
            self::assertTrue((new DOMDocument())->loadXML($chart->svg()), $chart->name());
        }
    }

    private static function effort(): Effort
    {
        return new Effort(1, 10_000, 4, self::SCALE);
    }

    /** @return list<string> */
    private static function ways(): array
    {
        $ways = [];
        foreach (['', ', __serialize()', ', __sleep()', ', Serializable'] as $set) {
            array_push($ways, ...array_map(static fn(Way $way): string => $way->name . $set, Way::codecs()));
        }

        return [...$ways, 'JSON, constructors', 'JSON, reflection', 'var_export(), constructors', 'var_export(), reflection'];
    }
}
