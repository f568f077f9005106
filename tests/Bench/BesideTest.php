<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bench;

use Lyo\Bench\Beside\Packed;
use Lyo\Bench\Beside\Way;
use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** The page about other ways to get a value, and the program that measures them. */
#[CoversNothing]
final class BesideTest extends TestCase
{
    private const ROOT = __DIR__ . '/../..';

    #[Test]
    public function the_program_measures_each_way_that_this_php_has(): void
    {
        $module = (getenv('BUILD') ?: self::ROOT . '/build') . '/lyo.so';
        exec(escapeshellarg(PHP_BINARY) . ' -n ' . self::ROOT . '/bench/beside.php --rounds=1 --only=get --lyo=' . escapeshellarg($module), $lines, $status);
        self::assertSame(0, $status, implode("\n", $lines));
        foreach (Way::available($module) as $name => $command) {
            $rows = preg_grep('/^\| ' . preg_quote(Way::of($name)->label(), '/') . ' \|(?: [\d.-]+ \|){4}$/', $lines) ?: [];
            self::assertCount(3, $rows, $name);
            self::assertStringNotContainsString('nan', strtolower(implode(array_filter($rows, is_string(...)))));
        }
    }

    #[Test]
    public function compressed_values_come_back_and_each_row_is_measured(): void
    {
        $module = (getenv('BUILD') ?: self::ROOT . '/build') . '/lyo.so';
        exec(escapeshellarg(PHP_BINARY) . ' -n ' . self::ROOT . '/bench/beside.php --rounds=1 --only=packed --lyo=' . escapeshellarg($module) . ' 2>&1', $lines, $status);
        self::assertSame(0, $status, implode("\n", $lines));
        if (str_contains($lines[0] ?? '', 'is missing')) {
            self::markTestSkipped($lines[0]);
        }
        foreach (Packed::ROWS as $row) {
            self::assertCount(2, preg_grep('/^\| ' . preg_quote($row, '/') . ' \|(?: \d+\.\d+ \|){6}$/', $lines) ?: [], $row);
        }
    }

    #[Test]
    public function the_page_has_each_form_of_compressed_values(): void
    {
        self::assertSame(1, preg_match('/<!-- generated: packed -->\n(.*?)<!-- \/generated -->/s', (string) file_get_contents(self::ROOT . '/docs/beside-other-ways.md'), $tables));
        foreach (Packed::ROWS as $row) {
            self::assertSame(2, substr_count($tables[1] ?? '', "| $row |"), $row);
        }
    }

    #[Test]
    public function the_page_has_each_way_in_each_table(): void
    {
        $page = (string) file_get_contents(self::ROOT . '/docs/beside-other-ways.md');
        self::assertSame(1, preg_match('/<!-- generated: beside -->\n(.*?)<!-- \/generated -->/s', $page, $tables));
        foreach (Way::cases() as $way) {
            self::assertSame(3, substr_count($tables[1] ?? '', '| ' . $way->label() . ' |'), $way->value);
        }
        self::assertMatchesRegularExpression('/^PHP 8\.4\.\d+, OPcache on, \d\d rounds, load /m', $tables[1] ?? '');
    }
}
