<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** 2009, igbinary's announcement in a blog: sessions of a site, `serialize()` against igbinary. */
final class Sessions implements Comparison
{
    /** Bytes as serialize() writes them. The post names 6, 396, 435, 1,041, 12,153 and a session of 52,932; what is between is ours. */
    private const SIZES = [6, 396, 435, 1_041, 4_096, 12_153, 52_932];

    private const RATE = 'Thousands of sessions that are read and written in a second';

    public function name(): string
    {
        return 'sessions';
    }

    public function run(Effort $effort): Page
    {
        $ways = self::ways();
        $bytes = $times = $perSecond = [];
        foreach (self::SIZES as $number => $size) {
            $session = (new Maker(2009 + $number))->session($size);
            $label = number_format(strlen(serialize($session)));
            $race = self::race($session, $ways, $effort);
            foreach ($ways as $way) {
                $bytes[$way->name][$label] = (float) strlen($way->encode($session));
                $times["$way->name, encode"][$label] = $race->time("$way->name encode");
                $times["$way->name, decode"][$label] = $race->time("$way->name decode");
                $perSecond[$way->name][$label] = 1e3 / ($race->time("$way->name encode") + $race->time("$way->name decode"));
            }
        }

        return new Page(
            [self::table('Bytes', $bytes), self::table('Microseconds', $times), self::table(self::RATE, $perSecond)],
            ['Columns are sessions, by their bytes as `serialize()` writes them. They are made; the sizes are those of the post, with 4,096 between.'],
        );
    }

    public function charts(Page $page): array
    {
        return [
            new Bars('bytes', 'Bytes of a session', self::pick($page->table('Bytes'), ['1,041', '12,153', '52,932'])),
            new Bars('rate', self::RATE, self::pick($page->table(self::RATE), ['435', '12,153']), true),
        ];
    }

    /** @return list<Way> */
    public static function ways(): array
    {
        $ways = [];
        foreach (Way::codecs() as $way) {
            array_push($ways, $way, ...($way->isIgbinary() ? [$way->withoutCompactStrings()] : []), ...[$way->compressed(6)]);
        }

        return $ways;
    }

    /** @param list<Way> $ways */
    private static function race(mixed $value, array $ways, Effort $effort): Race
    {
        $calls = $loose = [];
        foreach ($ways as $way) {
            $calls["$way->name encode"] = $way->encoding($value);
            $calls["$way->name decode"] = $way->decoding($way->proven($value));
            array_push($loose, ...($way->loose ? ["$way->name encode", "$way->name decode"] : []));
        }

        return new Race($calls, $effort, $loose);
    }

    /** @param array<string, array<int|string, float>> $figures */
    private static function table(string $title, array $figures): Table
    {
        return Table::ofCells($title, '', array_map(static fn(array $numbers): array => array_map(Numbers::short(...), $numbers), $figures));
    }

    /**
     * @param list<string> $columns
     * @return array<string, array<string, float>>
     */
    private static function pick(Table $table, array $columns): array
    {
        $groups = [];
        foreach ($columns as $column) {
            $groups["$column bytes as serialize() writes it"] = $table->column($column);
        }

        return $groups;
    }
}
