<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

use Lyo\Bench\GrowthRows;
use Lyo\Format;
use Lyo\Translator;

/** 2006, reports that unserialize() and WDDX take more time for each row the more rows there are: lists of 50 to 51,200 rows. */
final class Rows implements Comparison
{
    private const COUNTS = [...GrowthRows::COUNTS, 12_800, 25_600, 51_200];

    /** Number of rows for each length: more than the processor's caches can hold. */
    private const AT_HAND = 12_800;

    private const ROUNDS_OF_WDDX = 3;

    private const ENCODE = 'Nanoseconds to encode a row';
    private const DECODE = 'Nanoseconds to decode a row';

    public function name(): string
    {
        return 'growth';
    }

    public function run(Effort $effort): Page
    {
        $encode = $decode = [];
        foreach (self::COUNTS as $count) {
            if ($count * $effort->scale > max(self::COUNTS)) {
                break;
            }
            $this->measure($count, $effort, $encode, $decode);
        }

        return new Page(
            [self::table(self::ENCODE, $encode), self::table(self::DECODE, $decode)],
            [
                'The last column is the time of a row in the longest list, divided by its time in the shortest: 1 is linear. Each length is measured with ' . number_format(intdiv(self::AT_HAND, $effort->scale)) . ' rows in all: of a short list there are many copies, which are used in turn. A single short list would stay in the processor\'s caches, and its rows would look cheaper for that reason alone.',
                'Lyo\'s library writes and reads WDDX, in PHP, because PHP has had no WDDX since 7.4.',
            ],
        );
    }

    public function charts(Page $page): array
    {
        return [
            new Lines('encode', 'Encoding a row', 'rows', 'ns per row', $page->table(self::ENCODE)->points()),
            new Lines('decode', 'Decoding a row', 'rows', 'ns per row', $page->table(self::DECODE)->points()),
        ];
    }

    /**
     * @param positive-int $count of rows
     * @param array<string, non-empty-array<int, float>> $encode nanoseconds of a row by number of rows, by codec
     * @param array<string, non-empty-array<int, float>> $decode
     */
    private function measure(int $count, Effort $effort, array &$encode, array &$decode): void
    {
        // Each list is made on its own, so that no two share their rows in memory.
        $lists = array_map(static fn(int $list): array => GrowthRows::alike($count), range(1, max(1, intdiv(self::AT_HAND, $effort->scale * $count))));
        $calls = [];
        $names = [];
        foreach (Way::codecs('msgpack', 'json') as $way) {
            $names[] = $way->name;
            $calls["$way->name encode"] = self::inTurn(array_map($way->encoding(...), $lists));
            $calls["$way->name decode"] = self::inTurn(array_map(static fn(array $rows): array => $way->decoding($way->proven($rows)), $lists));
        }
        $races = [[$names, new Race($calls, $effort)]];
        // in its own race, because it takes a hundred times as long
        if (extension_loaded('xmlreader') && extension_loaded('xmlwriter')) {
            $calls = [
                'WDDX encode' => self::inTurn(array_map(static fn(array $rows): array => [self::class . '::toWddx', [$rows]], $lists)),
                'WDDX decode' => self::inTurn(array_map(static fn(array $rows): array => [self::class . '::fromWddx', [self::toWddx($rows)]], $lists)),
            ];
            $races[] = [['WDDX'], new Race($calls, new Effort(min($effort->rounds, self::ROUNDS_OF_WDDX), 1, $effort->requests, $effort->scale))];
        }
        foreach ($races as [$names, $race]) {
            foreach ($names as $name) {
                $encode[$name][$count] = 1e3 * $race->time("$name encode") / $count;
                $decode[$name][$count] = 1e3 * $race->time("$name decode") / $count;
            }
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
            $cells[$name]['last / first'] = sprintf('%.2f', end($numbers) / reset($numbers));
        }

        return Table::ofCells($title, 'rows', $cells);
    }
}
