<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** What Drupal's issue concludes from single entries, answered from their tables. */
final class DrupalAnswers
{
    /** The nine conclusions of the issue, and its title. */
    public static function table(Page $page): Table
    {
        [$views, $types, $modules, $editor, $locale, $html] = array_map($page->table(...), [DrupalEntries::VIEWS, DrupalEntries::TYPES, DrupalEntries::MODULES, DrupalEntries::EDITOR, DrupalEntries::LOCALE, DrupalEntries::PAGE]);
        [$bytes, $encode, $decode] = ['of its bytes', 'of serialize()', 'of unserialize()'];
        $both = ['igbinary', 'Lyo'];
        $packed = ['serialize(), zlib 1', 'igbinary, zlib 1', 'Lyo, zlib 1'];
        $off = 'igbinary, compact_strings off';
        $levels = ['serialize(), zlib 1', 'serialize(), zlib 6', 'serialize(), zlib 9', 'igbinary, zlib 1', 'igbinary, zlib 6', 'igbinary, zlib 9'];

        return Answer::table('The nine conclusions and the title, in parts of serialize() if nothing else is said', [
            Answer::within('1. Data of views: igbinary needs a fifth of the bytes', '.18', $views->some($bytes, $both), 'igbinary', to: 0.25),
            Answer::within('1. and more than half with `compact_strings` off', '.60', $views->some($bytes, [$off]), $off, 0.5, 0.7),
            Answer::within('1. and with zlib 1 at most a twentieth', '.04; serialize() .09', $views->some($bytes, $packed), 'igbinary, zlib 1', to: 0.05),
            Answer::within('1. Types of entities: igbinary needs a third', '.30', $types->some($bytes, $both), 'igbinary', to: 0.35),
            Answer::within('1. and with zlib 1 a tenth', '.10', $types->some($bytes, $packed), 'igbinary, zlib 1', to: 0.12),
            Answer::within('1. List of modules: igbinary needs a third', '.30', $modules->some($bytes, $both), 'igbinary', to: 0.35),
            Answer::within('1. and with zlib 1 a tenth', '.10', $modules->some($bytes, $packed), 'igbinary, zlib 1', to: 0.12),
            Answer::within('2. Data of views: igbinary writes at most 10 % slower', '1.0 to 1.1', $views->some($encode, $both), 'igbinary', to: 1.1),
            Answer::within('2. Types of entities: the same', '1.0 to 1.1', $types->some($encode, $both), 'igbinary', to: 1.1),
            Answer::within('2. Types of entities, `compact_strings` off: igbinary writes faster', '.70', $types->some($encode, [$off]), $off, to: 0.95),
            Answer::within('3. Data of views: zlib 1 takes longer than the codec', 'fairly expensive', $views->some($encode, $packed), 'serialize(), zlib 1', from: 2.0),
            Answer::within('4. Data of views: igbinary reads in two thirds of the time, or less', '.60 to .70', $views->some($decode, $both), 'igbinary', to: 0.7),
            Answer::within('4. and is slower with `compact_strings` off (in parts of on)', 'slower', $views->parts('decode, µs', [$off], 'igbinary'), $off, from: 1.05),
            Answer::within('5. Data of views: igbinary with zlib 1 reads as fast as `unserialize()` alone, or faster', '1', $views->some($decode, $packed), 'igbinary, zlib 1', to: 1.1),
            Answer::within('6. 1,300 bytes: zlib 1 takes more than 4 times as long to write', '8', $editor->some($encode, $packed), 'serialize(), zlib 1', from: 4.0),
            Answer::within('6. and more than twice as long to read', '3', $editor->some($decode, $packed), 'serialize(), zlib 1', from: 2.0),
            Answer::within('6. 300 bytes: more than 12 times as long to write', '25', $locale->some($encode, $packed), 'serialize(), zlib 1', from: 12.0),
            Answer::within('6. and more than 4 times as long to read', '5', $locale->some($decode, $packed), 'serialize(), zlib 1', from: 4.0),
            Answer::within('7. Data of views: zlib 6 takes twice as long to write as zlib 1, or longer (in parts of it)', '2', self::ofFirst($views, 'encode, µs'), 'serialize(), zlib 6', from: 1.8),
            Answer::within('7. and reads slightly faster (in parts of zlib 1)', 'slightly faster', self::ofFirst($views, 'decode, µs'), 'serialize(), zlib 6', to: 0.95),
            new Answer('7. but saves few bytes more', 'a little', $views->some($bytes, $levels), self::saved($views) < 0.05),
            Answer::within('8. Data of views: zlib 1 adds less time to igbinary: to read (in parts of what it adds to `unserialize()`)', '.37', self::added($views, 'decode, µs'), 'igbinary', to: 0.8),
            Answer::within('8. and to write (in parts of what it adds to `serialize()`)', 'less', self::added($views, 'encode, µs'), 'igbinary', to: 0.8),
            Answer::within('9. A page: igbinary needs as many bytes as `serialize()`', '1', $html->some($bytes, $both), 'igbinary', 0.95, 1.05),
            Answer::within('9. and zlib 1 leaves at most a quarter of them', '.18', $html->some($bytes, $packed), 'serialize(), zlib 1', to: 0.25),
            Answer::within('9. but takes many times as long to write', 'very expensive', $html->some($encode, $packed), 'serialize(), zlib 1', from: 10.0),
            Answer::within('Title: igbinary saves half of the time to read data of views', '.50', $views->some($decode, $both), 'igbinary', to: 0.55),
            Answer::within('Title: and half of the memory of what was read', '.50', $views->parts('memory', $both, 'serialize()'), 'igbinary', to: 0.55),
        ]);
    }

    /** @return array<string, float> times with zlib 6, in parts of those with zlib 1 */
    private static function ofFirst(Table $table, string $column): array
    {
        $parts = [];
        foreach (['serialize()', 'igbinary', 'Lyo'] as $name) {
            $parts += $table->parts($column, ["$name, zlib 6"], "$name, zlib 1");
        }

        return $parts;
    }

    /** What zlib 6 saves beyond zlib 1, in parts of the bytes of serialize(). */
    private static function saved(Table $table): float
    {
        $parts = $table->column('of its bytes');

        return $parts['serialize(), zlib 1'] - $parts['serialize(), zlib 6'];
    }

    /** @return array<string, float> the time that zlib 1 adds, in parts of what it adds with serialize() */
    private static function added(Table $table, string $column): array
    {
        $times = $table->column($column);
        $base = $times['serialize(), zlib 1'] - $times['serialize()'];
        $parts = [];
        foreach (['igbinary', 'Lyo'] as $name) {
            if (isset($times[$name]) && $base > 0.0) {
                $parts[$name] = ($times["$name, zlib 1"] - $times[$name]) / $base;
            }
        }

        return $parts;
    }
}
