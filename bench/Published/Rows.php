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

    /** Rows from which there are fewer rounds. */
    private const MANY = 800;

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
            $rows = GrowthRows::alike($count);
            $rounds = max(3, intdiv($effort->rounds * self::MANY, max(self::MANY, $count)));
            $this->measure($rows, new Effort($rounds, $effort->slice, $effort->requests, $effort->scale), $encode, $decode);
        }

        return new Page(
            [self::table('Nanoseconds to encode a row', $encode), self::table('Nanoseconds to decode a row', $decode)],
            [new Lines('encode', 'Encoding a row', 'rows', 'ns for a row', $encode), new Lines('decode', 'Decoding a row', 'rows', 'ns for a row', $decode)],
            ['The last column is what a row takes in the longest list, as a multiple of what it takes in the shortest: 1 is linear. WDDX is written and read by the library of Lyo, in PHP, because PHP has no WDDX since 7.4.'],
        );
    }

    /**
     * @param list<mixed> $rows
     * @param array<string, non-empty-array<int, float>> $encode nanoseconds of a row by number of rows, by codec
     * @param array<string, non-empty-array<int, float>> $decode
     */
    private function measure(array $rows, Effort $effort, array &$encode, array &$decode): void
    {
        $calls = [];
        $names = [];
        foreach (Way::codecs('msgpack', 'json') as $way) {
            $names[] = $way->name;
            $calls["$way->name encode"] = $way->encoding($rows);
            $calls["$way->name decode"] = $way->decoding($way->proven($rows));
        }
        $races = [[$names, new Race($calls, $effort)]];
        // in a race of its own, for it takes a hundred times as long
        if (extension_loaded('xmlreader') && extension_loaded('xmlwriter')) {
            $calls = ['WDDX encode' => [self::class . '::toWddx', [$rows]], 'WDDX decode' => [self::class . '::fromWddx', [self::toWddx($rows)]]];
            $races[] = [['WDDX'], new Race($calls, $effort)];
        }
        foreach ($races as [$names, $race]) {
            foreach ($names as $name) {
                $encode[$name][count($rows)] = 1e3 * $race->time("$name encode") / count($rows);
                $decode[$name][count($rows)] = 1e3 * $race->time("$name decode") / count($rows);
            }
        }
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
