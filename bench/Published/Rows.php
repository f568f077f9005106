<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

use LogicException;
use Lyo\Bench\GrowthRows;
use Lyo\Format;
use Lyo\Translator;

/** 2006, a report that WDDX and serialize() take more time for each row the more rows there are: one row that is appended to a list, 50 to 12,800 times. */
final class Rows implements Comparison
{
    private const COUNTS = [...GrowthRows::COUNTS, 12_800];

    /** Number of different rows for each length: more than the processor's caches can hold. */
    private const AT_HAND = 12_800;

    private const SAME = 'The same row again and again';
    private const OWN = 'Rows with strings and numbers of their own';
    private const LAST = 'last / first';

    public function name(): string
    {
        return 'growth';
    }

    public function run(Effort $effort): Page
    {
        $times = $longest = [];
        foreach (self::COUNTS as $count) {
            if ($count > 2 * min(self::COUNTS) && $count * $effort->scale > max(self::COUNTS)) {
                break;
            }
            $list = self::list($count);
            $longest = $list;
            $this->measure(self::SAME, [$list], $effort, $times);
            $copies = max(1, intdiv(self::AT_HAND, $effort->scale * $count));
            $this->measure(self::OWN, array_map(static fn(): array => GrowthRows::distinct($count), range(1, $copies)), $effort, $times);
            if (extension_loaded('xmlreader') && extension_loaded('xmlwriter')) {
                $this->wddx($list, $effort, $times);
            }
        }
        $tables = [];
        foreach ($times as $title => $figures) {
            $tables[] = self::table($title, $figures);
        }

        return new Page([...$tables, self::bytes($longest)], [
            'The first two tables are of the list of the report: a row of 20 strings, appended again and again with `$var[] = $item`. All places have one table in memory then. igbinary and Lyo write this row once, and give all places one table when they read it. The other codecs write each row and make a table of each.',
            'The next two are of lists in which no row is like another. Of a short list there are many copies, ' . number_format(intdiv(self::AT_HAND, $effort->scale)) . ' rows in all, which are used in turn. A single short list would stay in the processor\'s caches, and its rows would look cheaper for that reason alone.',
            'The last column is the time of a row in the longest list, divided by its time in the shortest: 1 is linear, and less than 1 is work that is done once for all rows.',
            'PHP has had no WDDX since 7.4. Lyo\'s library writes and reads it here, in PHP. It is called once for each length, as in the report, after calls that warm it up.',
        ]);
    }

    public function answers(Page $page): Table
    {
        $growth = $page->table(self::title(self::SAME, 'encode'))->column(self::LAST);
        $others = array_diff_key($growth, ['WDDX' => 0, 'serialize()' => 0]);

        // then: 6,400 rows and 50, without the setting of malloc(): 28.6273 s and 0.0027 s, 9.8372 s and 0.0016 s
        return Answer::table('Time to encode a row of the longest list, in parts of one of the shortest', [
            Answer::within('WDDX: many times as long', '82.8, with 6,400 rows', array_intersect_key($growth, ['WDDX' => 0]), 'WDDX', from: 10.0),
            Answer::within('`serialize()`: too', '48.0, with 6,400 rows', array_intersect_key($growth, ['serialize()' => 0]), 'serialize()', from: 10.0),
            new Answer('Others', 'not tried', $others, null),
        ]);
    }

    public function charts(Page $page): array
    {
        $charts = [];
        foreach (['same' => self::SAME, 'own' => self::OWN] as $name => $title) {
            foreach (['encode', 'decode'] as $direction) {
                $charts[] = new Lines("$name-$direction", self::title($title, $direction), 'rows', 'ns per row', $page->table(self::title($title, $direction))->points());
            }
        }

        return $charts;
    }

    /** @return non-empty-list<array<string, string>> as the report makes it */
    public static function list(int $count): array
    {
        $row = [];
        for ($cell = 0; $cell < 20; $cell++) {
            $row["item$cell"] = "content $cell";
        }
        $list = [$row];
        while (count($list) < $count) {
            $list[] = $row;
        }

        return $list;
    }

    private static function title(string $title, string $direction): string
    {
        return "$title: nanoseconds to $direction a row";
    }

    /**
     * @param non-empty-list<list<array<mixed>>> $lists of the same length
     * @param array<string, array<string, non-empty-array<int, float>>> $times nanoseconds of a row by number of rows, by codec, by title of a table
     */
    private function measure(string $title, array $lists, Effort $effort, array &$times): void
    {
        $count = count($lists[0]);
        $calls = [];
        $names = [];
        foreach (Way::codecs('msgpack', 'json') as $way) {
            $names[] = $way->name;
            $calls["$way->name encode"] = self::inTurn(array_map($way->encoding(...), $lists));
            $calls["$way->name decode"] = self::inTurn(array_map(static fn(array $rows): array => $way->decoding($way->proven($rows)), $lists));
        }
        $race = new Race($calls, $effort);
        foreach (['encode', 'decode'] as $direction) {
            foreach ($names as $name) {
                $times[self::title($title, $direction)][$name][$count] = 1e3 * $race->time("$name $direction") / $count;
            }
        }
    }

    /**
     * In its own race, because it takes a hundred times as long.
     *
     * @param non-empty-list<array<string, string>> $list
     * @param array<string, array<string, non-empty-array<int, float>>> $times as for measure()
     */
    private function wddx(array $list, Effort $effort, array &$times): void
    {
        $wddx = self::toWddx($list);
        if (self::fromWddx($wddx) !== $list) {
            throw new LogicException('WDDX gives another value');
        }
        $race = new Race(['encode' => [self::class . '::toWddx', [$list]], 'decode' => [self::class . '::fromWddx', [$wddx]]], new Effort(1, 1, $effort->requests, $effort->scale));
        foreach (['encode', 'decode'] as $direction) {
            $times[self::title(self::SAME, $direction)]['WDDX'][count($list)] = 1e3 * $race->time($direction) / count($list);
        }
    }

    /**
     * Calls of one function, for a Race.
     *
     * @param non-empty-list<array{string, list<mixed>}> $calls
     * @return array{string, list<mixed>, list<list<mixed>>}
     */
    private static function inTurn(array $calls): array
    {
        $arguments = array_column($calls, 1);

        return [$calls[0][0], $arguments[0], array_slice($arguments, 1)];
    }

    /** @param list<mixed> $rows */
    public static function toWddx(array $rows): string
    {
        return Translator::translate(serialize($rows), Format::Wddx, Format::Native);
    }

    public static function fromWddx(string $wddx): mixed
    {
        return unserialize(Translator::translate($wddx, Format::Native, Format::Wddx), ['allowed_classes' => false]);
    }

    /** @param array<string, non-empty-array<int, float>> $figures */
    private static function table(string $title, array $figures): Table
    {
        $cells = [];
        foreach ($figures as $name => $numbers) {
            foreach ($numbers as $count => $number) {
                $cells[$name][number_format($count)] = Numbers::short($number);
            }
            $cells[$name][self::LAST] = sprintf('%.2f', end($numbers) / reset($numbers));
        }

        return Table::ofCells($title, 'rows', $cells);
    }

    /** @param list<array<string, string>> $list */
    private static function bytes(array $list): Table
    {
        $rows = [];
        foreach (['same' => $list, 'own' => GrowthRows::distinct(count($list))] as $kind => $rowsOfList) {
            foreach (Way::codecs('msgpack', 'json') as $way) {
                $bytes = $way->proven($rowsOfList);
                $rows[] = [$kind === 'same' ? $way->name : "$way->name, rows of their own", number_format(strlen($bytes)), number_format(Memory::of($way, $bytes))];
            }
        }

        return new Table('Bytes and memory of ' . number_format(count($list)) . ' rows', ['', 'bytes', 'memory when decoded'], $rows);
    }
}
