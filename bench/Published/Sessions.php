<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** 2009, a blog on igbinary: sessions of a site, `serialize()` against igbinary. */
final class Sessions implements Comparison
{
    /** Bytes as serialize() writes them: those of the twelve sessions of the post. */
    public const SIZES = [6, 93, 396, 435, 1_035, 1_039, 1_040, 1_041, 8_141, 12_153, 27_169, 52_951];

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
            ['Columns are sessions, by their bytes as `serialize()` writes them. The sizes are those of the post; the contents are generated.'],
        );
    }

    public function charts(Page $page): array
    {
        return [
            new Bars('bytes', 'Bytes of a session', self::pick($page->table('Bytes'), ['1,041', '12,153', '52,951'])),
            new Bars('rate', self::RATE, self::pick($page->table(self::RATE), ['435', '12,153']), true),
        ];
    }

    /** What the post concludes, for a session of 1,041 bytes and the largest one. */
    public function answers(Page $page): Table
    {
        [$small, $large] = ['1,041', '52,951'];
        [$bytes, $times] = [$page->table('Bytes'), $page->table('Microseconds')];
        $figures = static fn(Table $table, string $column, string $what): array => $table->parts($column, ["igbinary$what", "Lyo$what"], "serialize()$what");
        $off = 'igbinary, compact_strings off';

        return Answer::table('What the post says, in parts of serialize()', [
            Answer::within('1,041 bytes: igbinary needs nearly half of the bytes', '.53', $figures($bytes, $small, ''), 'igbinary', to: 0.6),
            Answer::within('1,041 bytes: igbinary is slower to write', '1.23', $figures($times, $small, ', encode'), 'igbinary, encode', from: 1.05),
            Answer::within('1,041 bytes: igbinary is faster to read', '.75', $figures($times, $small, ', decode'), 'igbinary, decode', to: 0.95),
            Answer::within('52,951 bytes: igbinary is faster to write, too', '.70', $figures($times, $large, ', encode'), 'igbinary, encode', to: 0.95),
            Answer::within('1,041 bytes, `compact_strings` off: still 30 % fewer bytes or more', '.63', $bytes->parts($small, [$off], 'serialize()'), $off, to: 0.7),
            Answer::within('1,041 bytes, `compact_strings` off: faster to write', '.57', $times->parts($small, ["$off, encode"], 'serialize(), encode'), "$off, encode", to: 0.95),
            Answer::within('52,951 bytes, `compact_strings` off: not slower to read', '1.01', $times->parts($large, ["$off, decode"], 'serialize(), decode'), "$off, decode", to: 1.05),
            new Answer('A reader asks for gzip of `serialize()`, level 6: bytes of 52,951', 'not tried', $bytes->parts($large, ['serialize(), zlib 6', 'igbinary', 'Lyo'], 'serialize()'), null),
            new Answer('and its time to write', 'not tried', $times->parts($large, ['serialize(), zlib 6, encode', 'igbinary, encode', 'Lyo, encode'], 'serialize(), encode'), null),
        ]);
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
