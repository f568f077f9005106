<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bench;

use Lyo\Bench\CountTable;
use Lyo\Bench\Gate;
use Lyo\Bench\Goals;
use PHPUnit\Framework\Attributes\CoversClass;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use RuntimeException;

#[CoversClass(Gate::class)]
#[CoversClass(CountTable::class)]
final class GateTest extends TestCase
{
    #[Test]
    public function more_than_one_and_a_half_per_cent_does_not_pass(): void
    {
        $gate = new Gate(self::table(['rows' => [10_000, 2_000]]), self::table(['rows' => [10_151, 2_000]]));
        self::assertFalse($gate->passes());
        self::assertSame(['rows, ir encode'], array_keys($gate->dearer()));
    }

    #[Test]
    public function one_and_a_half_per_cent_and_any_gain_pass(): void
    {
        $gate = new Gate(self::table(['rows' => [10_000, 2_000]]), self::table(['rows' => [10_150, 1_000]]));
        self::assertTrue($gate->passes());
        self::assertSame(['rows, ir decode' => 0.5], $gate->cheaper());
    }

    #[Test]
    public function a_few_instructions_are_nothing(): void
    {
        self::assertTrue((new Gate(self::table(['row' => [150, 2_000]]), self::table(['row' => [166, 2_000]])))->passes());
        self::assertFalse((new Gate(self::table(['row' => [150, 2_000]]), self::table(['row' => [167, 2_000]])))->passes());
    }

    #[Test]
    public function a_gain_elsewhere_pays_for_nothing(): void
    {
        $gate = new Gate(self::table(['rows' => [10_000, 2_000], 'map' => [10_000, 2_000]]), self::table(['rows' => [1_000, 200], 'map' => [10_000, 2_040]]));
        self::assertFalse($gate->passes());
        self::assertSame(['map, ir decode'], array_keys($gate->dearer()));
    }

    #[Test]
    public function a_count_where_there_was_none_does_not_pass(): void
    {
        self::assertFalse((new Gate(self::table(['rows' => [10_000, 0]]), self::table(['rows' => [10_000, 2_000]])))->passes());
    }

    #[Test]
    public function another_value_of_the_same_name_does_not_pass(): void
    {
        $gate = new Gate(self::table(['rows' => [10_000, 2_000], 'map' => [1, 1]]), self::table(['rows' => [10_000, 2_000], 'map' => [1, 1]], 'other'));
        self::assertFalse($gate->passes());
        self::assertSame(['rows', 'map'], $gate->changed);
    }

    #[Test]
    public function values_that_come_or_go_do_not_pass(): void
    {
        $rows = self::table(['rows' => [10_000, 2_000]]);
        $more = self::table(['rows' => [10_000, 2_000], 'map' => [1, 1]]);
        self::assertSame(['map'], (new Gate($rows, $more))->changed);
        self::assertSame(['map'], (new Gate($more, $rows))->changed);
        self::assertFalse((new Gate($rows, $more))->passes());
        self::assertFalse((new Gate($more, $rows))->passes());
    }

    #[Test]
    public function nothing_counted_does_not_pass(): void
    {
        self::assertFalse((new Gate(self::table([]), self::table([])))->passes());
    }

    #[Test]
    public function a_table_comes_back_from_its_file(): void
    {
        $file = (string) tempnam(sys_get_temp_dir(), 'counts');
        $table = new CountTable(['php' => '8.2.0 NTS', 'compiler' => 'cc: 12'], ['rows' => ['hash' => 'abc', 'counts' => array_combine(CountTable::FIGURES, range(1, count(CountTable::FIGURES)))]]);
        $table->write($file);
        self::assertEquals($table, CountTable::read($file));
        unlink($file);
    }

    #[Test]
    public function a_line_that_lacks_a_number_is_an_error(): void
    {
        $file = (string) tempnam(sys_get_temp_dir(), 'counts');
        file_put_contents($file, "value\thash\tir encode\tir decode\nrows\tabc\t1\n");
        try {
            CountTable::read($file);
            self::fail('it was read');
        } catch (RuntimeException $problem) {
            self::assertStringContainsString('line 2', $problem->getMessage());
        } finally {
            unlink($file);
        }
    }

    #[Test]
    public function the_tables_in_the_tree_have_every_count(): void
    {
        $files = glob(dirname(__DIR__, 2) . '/bench/counts-*.tsv') ?: [];
        self::assertContains('counts-' . Goals::PHP . '.tsv', array_map(basename(...), $files));
        foreach ($files as $file) {
            $table = CountTable::read($file);
            self::assertSame(['php', 'machine', 'compiler', 'libc', 'valgrind'], array_keys($table->environment));
            self::assertSame(basename($file), 'counts-' . substr($table->environment['php'], 0, 3) . '.tsv');
            self::assertGreaterThanOrEqual(40, count($table->values));
            foreach ($table->values as $name => $value) {
                self::assertSame(CountTable::FIGURES, array_keys($value['counts']), $name);
                self::assertNotContains(0, $value['counts'], $name);
            }
        }
    }

    #[Test]
    public function counts_are_compared_with_those_of_another_patch_release_and_of_nothing_else(): void
    {
        $table = new CountTable(['php' => '8.2.36 NTS', 'compiler' => 'cc 12.2.0'], []);

        self::assertTrue($table->isComparable(['php' => '8.2.4 NTS', 'compiler' => 'cc 12.2.0']));
        foreach ([['php' => '8.3.36 NTS', 'compiler' => 'cc 12.2.0'], ['php' => '8.2.36 ZTS', 'compiler' => 'cc 12.2.0'], ['php' => '8.2.36 NTS', 'compiler' => 'cc 12.3.0'], ['php' => '8.2.36 NTS'], []] as $other) {
            self::assertFalse($table->isComparable($other), implode(', ', $other));
        }
    }

    /** @param array<string, array{int, int}> $counts encode, decode */
    private static function table(array $counts, string $hash = 'same'): CountTable
    {
        return new CountTable([], array_map(static fn(array $pair): array => ['hash' => $hash, 'counts' => ['ir encode' => $pair[0], 'ir decode' => $pair[1]]], $counts));
    }
}
