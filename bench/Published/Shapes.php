<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

use Random\Engine\Mt19937;
use Random\Randomizer;

/** 2026, the shapes of phpser's own benchmark: rows, lists of numbers, depth, and lists of objects. */
final class Shapes implements Comparison
{
    private const TABLE = 'Parts of igbinary';

    /** What phpser's page says of it, in parts of igbinary: bytes, encode, decode. Of the others it says nothing. */
    private const PHPSER = [
        '100 rows' => ['.60', '.77', '.96'], '1,000 rows' => ['.59', '.58', '1.03'],
        '1,000 numbers in order' => ['.35', '.25', '.21'], '10,000 numbers in order' => ['.37', '.26', '.23'],
        '50 levels' => ['1.01', '.63', '.84'], '100 objects' => ['.78', '.75', '.54'], '1,000 objects' => ['.77', '.70', '.50'],
        '100 users with 3 orders' => ['.66', '.62', '.45'],
    ];

    public function name(): string
    {
        return 'shapes';
    }

    public function run(Effort $effort): Page
    {
        $tables = ['bytes' => [], 'encode, µs' => [], 'decode, µs' => []];
        $parts = [];
        $ways = Way::codecs('msgpack');
        foreach (array_keys(self::all()) as $name) {
            $calls = $bytes = [];
            foreach ($ways as $way) {
                // its own value in new memory: igbinary leaves a table of properties in each object that it has written
                lyo_bench_settle();
                $value = self::all()[$name];
                lyo_bench_unsettle();
                $bytes[$way->name] = $way->proven($value);
                $calls["$way->name encode"] = $way->encoding($value);
                $calls["$way->name decode"] = $way->decoding($bytes[$way->name]);
            }
            $race = new Race($calls, $effort);
            foreach ($ways as $way) {
                $tables['bytes'][$name][$way->name] = number_format(strlen($bytes[$way->name]));
                foreach (['encode', 'decode'] as $direction) {
                    $tables["$direction, µs"][$name][$way->name] = Numbers::short($race->time("$way->name $direction"));
                }
            }
            $parts[$name] = self::parts($name, $bytes, $race);
        }
        $pages = [];
        foreach ($tables as $title => $cells) {
            $pages[] = Table::ofCells(ucfirst($title), '', $cells);
        }

        return new Page([...$pages, Table::ofCells(self::TABLE, '', $parts)], [
            'The shapes are those of the default table of phpser\'s `bench.php`; words and names are ours, of the same lengths. Columns of phpser are what its page says for PHP 8.4 on another machine; it was not run here. They can differ a little from the ratios of the figures above, which are rounded. “Strings of their own”: no two rows share a string in memory.',
            'phpser\'s further groups, `--extended`, are not repeated: models, collections and jobs of Laravel are in the corpus of [performance.md](../performance.md), from Laravel itself.',
        ]);
    }

    public function answers(Page $page): null
    {
        return null;
    }

    public function charts(Page $page): array
    {
        $encode = $page->table('Encode, µs');
        $decode = $page->table('Decode, µs');
        $groups = [];
        foreach (['1,000 rows', '1,000 objects'] as $shape) {
            foreach (['encode' => $encode, 'decode' => $decode] as $direction => $table) {
                foreach (array_slice($table->headers, 1) as $codec) {
                    $groups["$shape, $direction"][$codec] = $table->column($codec)[$shape];
                }
            }
        }

        return [new Bars('time', '1,000 rows and 1,000 objects, µs', $groups)];
    }

    /** @return array<string, mixed> by name */
    public static function all(): array
    {
        return [
            '100 rows' => self::rows(100), '1,000 rows' => self::rows(1_000), '1,000 rows, strings of their own' => self::ownStrings(self::rows(1_000)),
            '1,000 numbers in order' => range(0, 999), '10,000 numbers in order' => range(0, 9_999), '10,000 random numbers' => self::random(10_000),
            '50 levels' => self::deep(50), '100 objects' => self::people(100), '1,000 objects' => self::people(1_000), '100 users with 3 orders' => self::mixed(100),
        ];
    }

    /**
     * @param array<string, string> $bytes by codec
     * @return array<string, string> by header
     */
    private static function parts(string $name, array $bytes, Race $race): array
    {
        $cells = [];
        foreach (['bytes', 'encode', 'decode'] as $place => $figure) {
            $ours = match (true) {
                !isset($bytes['igbinary']) => '',
                $figure === 'bytes' => Numbers::part(strlen($bytes['Lyo']) / strlen($bytes['igbinary'])),
                default => Numbers::part($race->ratio("Lyo $figure", "igbinary $figure")),
            };
            $cells["phpser, $figure"] = self::PHPSER[$name][$place] ?? '';
            $cells["Lyo, $figure"] = $ours;
        }

        return $cells;
    }

    /** @return list<array<string, mixed>> seven cells: numbers, a name with its number, a date, a price, a flag, and a list that all rows share */
    private static function rows(int $count): array
    {
        $rows = [];
        for ($i = 0; $i < $count; $i++) {
            $rows[] = ['no' => $i, 'account' => 1_000 + $i % 50, 'text' => "row $i", 'written_at' => '2025-11-20T08:30:00Z', 'weight' => $i * 1.07, 'listed' => $i % 3 === 0, 'kind' => ['x', 'y', 'z']];
        }

        return $rows;
    }

    /**
     * @param list<array<string, mixed>> $rows
     * @return list<array<string, mixed>>
     */
    private static function ownStrings(array $rows): array
    {
        foreach ($rows as $i => $row) {
            $rows[$i]['written_at'] = implode('T', ['2025-11-20', '08:30:00Z']);
            $rows[$i]['kind'] = array_map(static fn(string $letter): string => strtolower($letter), ['X', 'Y', 'Z']);
        }

        return $rows;
    }

    /** @return list<int> */
    private static function random(int $count): array
    {
        $random = new Randomizer(new Mt19937(42));

        return array_map(static fn(): int => $random->getInt(0, 1_000_000), range(1, $count));
    }

    /** @return array<string, mixed> */
    private static function deep(int $depth): array
    {
        $value = ['end' => 42];
        for ($i = 0; $i < $depth; $i++) {
            $value = ['down' => $value, 'i' => $i];
        }

        return $value;
    }

    /** @return list<Person> */
    private static function people(int $count): array
    {
        return array_map(static fn(int $i): Person => self::person($i, $i % 3 === 0 ? null : sprintf('+1-555-%04d', $i), $i % 7 !== 0, ['active', 'verified', 'beta']), range(0, $count - 1));
    }

    /** @param list<string> $tags */
    private static function person(int $number, ?string $phone, bool $isActive, array $tags): Person
    {
        return new Person($number, 1_000 + $number % 50, "user_$number", "user$number@example.com", $phone, '2025-11-20T08:30:00Z', $isActive, $tags);
    }

    /** @return list<array{user: Person, orders: list<Order>}> */
    private static function mixed(int $count): array
    {
        $list = [];
        for ($i = 0; $i < $count; $i++) {
            $orders = [];
            foreach (['pending', 'shipped', 'delivered'] as $j => $state) {
                $number = 10 * $i + $j;
                $orders[] = new Order($number, $i, "SKU-$number", ($i + $j) * 12.99, 'USD', $state, $j === 0 ? null : '2025-11-20T08:30:00Z');
            }
            $list[] = ['user' => self::person($i, null, true, ['active']), 'orders' => $orders];
        }

        return $list;
    }
}
