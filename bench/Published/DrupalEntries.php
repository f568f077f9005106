<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** Generated entries of a cache with the shapes and sizes of those that the issue measures, and what it concludes from them. */
final class DrupalEntries
{
    public const VIEWS = 'Entry: data of views';
    private const TYPES = 'Entry: types of entities';
    private const MODULES = 'Entry: list of modules';
    private const EDITOR = 'Entry: plugins of an editor, 1,300 bytes';
    private const LOCALE = 'Entry: a translation, 300 bytes';
    private const PAGE = 'Entry: a page';

    /** @return array<string, mixed> by title */
    public static function all(int $scale): array
    {
        $maker = new Maker(2018);
        $part = static fn(int $count): int => max(2, intdiv($count, $scale));

        return [
            self::VIEWS => self::views($maker, $part(28)),
            self::TYPES => self::types($maker, $part(40)),
            self::MODULES => self::modules($maker, $part(80)),
            self::EDITOR => self::editor($maker),
            self::LOCALE => self::locale($maker),
            self::PAGE => self::page($maker, intdiv(30_000, $scale)),
        ];
    }

    /**
     * The nine conclusions of the issue.
     *
     * @param array<string, Table> $tables by title
     */
    public static function answers(array $tables): Table
    {
        [$views, $types, $editor, $locale, $page] = [$tables[self::VIEWS], $tables[self::TYPES], $tables[self::EDITOR], $tables[self::LOCALE], $tables[self::PAGE]];
        [$bytes, $encode, $decode] = ['bytes', 'encode, µs', 'decode, µs'];
        $both = ['igbinary', 'Lyo'];
        $packed = ['serialize(), zlib 1', 'igbinary, zlib 1', 'Lyo, zlib 1'];
        $off = 'igbinary, compact_strings off';
        $levels = [];
        foreach (['serialize()', ...$both] as $name) {
            $levels += $views->parts($encode, ["$name, zlib 6"], "$name, zlib 1");
        }
        $claims = [
            ['1. Data of views: igbinary needs a fifth of the bytes', '.18', $views->parts($bytes, $both, 'serialize()'), 'igbinary', 0.0, 0.25],
            ['1. and more than half with `compact_strings` off', '.60', $views->parts($bytes, [$off], 'serialize()'), $off, 0.5, 0.7],
            ['1. Data of views, zlib 1: a twentieth', '.09 with serialize(), .04 with igbinary', $views->parts($bytes, $packed, 'serialize()'), 'igbinary, zlib 1', 0.0, 0.06],
            ['1. Types of entities: igbinary needs a third', '.30', $types->parts($bytes, $both, 'serialize()'), 'igbinary', 0.0, 0.4],
            ['1. and with zlib 1 a tenth', '.10', $types->parts($bytes, $packed, 'serialize()'), 'igbinary, zlib 1', 0.0, 0.12],
            ['2. Data of views: igbinary writes at most 10 % slower', '1.0 to 1.1', $views->parts($encode, $both, 'serialize()'), 'igbinary', 0.0, 1.1],
            ['2. Types of entities: the same', '1.0 to 1.1', $types->parts($encode, $both, 'serialize()'), 'igbinary', 0.0, 1.1],
            ['2. Types of entities, `compact_strings` off: up to 30 % faster', '.70', $types->parts($encode, [$off], 'serialize()'), $off, 0.0, 0.95],
            ['3. Data of views: zlib 1 is expensive to write', 'fairly', $views->parts($encode, $packed, 'serialize()'), 'serialize(), zlib 1', 1.5, INF],
            ['4. Data of views: igbinary reads in 60 to 70 % of the time, or less', '.60 to .70', $views->parts($decode, $both, 'serialize()'), 'igbinary', 0.0, 0.7],
            ['4. and is slower with `compact_strings` off (in parts of on)', 'slower', $views->parts($decode, [$off], 'igbinary'), $off, 1.05, INF],
            ['5. Data of views: igbinary with zlib reads as fast as `unserialize()` alone', '1', $views->parts($decode, $packed, 'serialize()'), 'igbinary, zlib 1', 0.0, 1.1],
            ['6. The entry of 1,300 bytes: zlib 1 takes 8 times the time to write', '8', $editor->parts($encode, $packed, 'serialize()'), 'serialize(), zlib 1', 4.0, INF],
            ['6. and 3 times the time to read', '3', $editor->parts($decode, $packed, 'serialize()'), 'serialize(), zlib 1', 1.5, INF],
            ['6. The entry of 300 bytes: 25 times to write', '25', $locale->parts($encode, $packed, 'serialize()'), 'serialize(), zlib 1', 10.0, INF],
            ['6. and 5 times to read', '5', $locale->parts($decode, $packed, 'serialize()'), 'serialize(), zlib 1', 2.5, INF],
            ['7. Data of views: zlib 6 writes twice as long as zlib 1', '2', $levels, 'serialize(), zlib 6', 1.5, INF],
            ['7. and saves little: bytes in parts of zlib 1', 'a little', $views->parts($bytes, ['igbinary, zlib 6', 'igbinary, zlib 9'], 'igbinary, zlib 1') + $views->parts($bytes, ['Lyo, zlib 6', 'Lyo, zlib 9'], 'Lyo, zlib 1'), 'igbinary, zlib 6', 0.8, 1.0],
            ['8. Data of views: what zlib 1 adds to reading is less with igbinary (in parts of what it adds to `unserialize()`)', '.37', self::added($views), 'igbinary', 0.0, 0.8],
            ['9. A page: igbinary needs as many bytes as `serialize()`', '1', $page->parts($bytes, $both, 'serialize()'), 'igbinary', 0.95, 1.05],
            ['9. A page: zlib 1 leaves a fifth of the bytes', '.18', $page->parts($bytes, $packed, 'serialize()'), 'serialize(), zlib 1', 0.0, 0.3],
            ['Title: igbinary saves half of the time to read data of views', '.50', $views->parts($decode, $both, 'serialize()'), 'igbinary', 0.0, 0.55],
            ['Title: and half of the memory of what was read', '.50', $views->parts('memory', $both, 'serialize()'), 'igbinary', 0.0, 0.55],
        ];
        $answers = [];
        foreach ($claims as [$claim, $then, $today, $name, $low, $high]) {
            $answers[] = new Answer($claim, $then, $today, isset($today[$name]) ? $today[$name] >= $low && $today[$name] <= $high : null);
        }

        return Answer::table('The nine conclusions and the title, in parts of serialize() if nothing else is said', $answers);
    }

    /** @return array<string, float> the time that zlib 1 adds to reading, in parts of what it adds with serialize() */
    private static function added(Table $table): array
    {
        $times = $table->column('decode, µs');
        $base = $times['serialize(), zlib 1'] - $times['serialize()'];
        $parts = [];
        foreach (['igbinary', 'Lyo'] as $name) {
            if (isset($times[$name]) && $base > 0.0) {
                $parts[$name] = ($times["$name, zlib 1"] - $times[$name]) / $base;
            }
        }

        return $parts;
    }

    /** @return array<string, array<string, array<string, mixed>>> fields of many tables, with what each can do: names of plugins that occur again and again */
    private static function views(Maker $maker, int $tables): array
    {
        $data = [];
        for ($table = 0; $table < $tables; $table++) {
            $provider = $maker->word();
            $name = "{$provider}_{$maker->word()}_$table";
            $data[$name]['table'] = ['group' => ucfirst($provider), 'provider' => $provider, 'entity type' => $provider, 'join' => ["{$provider}_data" => ['left_field' => 'id', 'field' => 'id', 'type' => 'INNER']]];
            for ($field = 0; $field < 10 + $table % 12; $field++) {
                $key = $maker->word() . "_$field";
                $plugin = ['standard', 'numeric', 'date', 'boolean'][$maker->number(0, 3)];
                $data[$name][$key] = [
                    'title' => ucfirst($maker->word()), 'title short' => ucfirst($maker->word()), 'help' => $maker->text(40),
                    'field' => ['table' => $name, 'id' => 'field', 'field_name' => $key, 'entity_type' => $provider, 'real field' => $key, 'additional fields' => ['delta', 'langcode', 'bundle'], 'element type' => 'div', 'is revision' => false, 'click sortable' => true],
                    'argument' => ['field' => $key, 'table' => $name, 'id' => $plugin, 'additional fields' => ['bundle', 'deleted', 'langcode'], 'field_name' => $key, 'entity_type' => $provider, 'empty field name' => '- No value -'],
                    'filter' => ['field' => $key, 'table' => $name, 'id' => $plugin, 'additional fields' => ['bundle', 'deleted', 'langcode'], 'field_name' => $key, 'entity_type' => $provider, 'allow empty' => true],
                    'sort' => ['field' => $key, 'table' => $name, 'id' => $plugin, 'additional fields' => ['bundle', 'deleted', 'langcode'], 'field_name' => $key, 'entity_type' => $provider],
                ];
            }
        }

        return $data;
    }

    /** @return array<string, EntityType> */
    private static function types(Maker $maker, int $count): array
    {
        $types = [];
        for ($i = 0; $i < $count; $i++) {
            $id = $maker->word() . "_$i";
            $types[$id] = new EntityType($id, $maker->word(), $i % 3 === 0);
        }

        return $types;
    }

    /** @return array<string, array<string, mixed>> */
    private static function modules(Maker $maker, int $count): array
    {
        $modules = [];
        for ($i = 0; $i < $count; $i++) {
            $name = $maker->word() . "_$i";
            $modules[$name] = [
                'type' => 'module', 'pathname' => "core/modules/$name/$name.info.yml", 'filename' => "$name.module", 'status' => $i % 3,
                'info' => ['name' => ucfirst($name), 'type' => 'module', 'description' => $maker->text(60), 'package' => 'Core', 'version' => '10.3.1', 'dependencies' => ["drupal:{$maker->word()}", 'drupal:user'], 'mtime' => 1_720_000_000 + $i, 'php' => '8.1.0'],
            ];
        }

        return $modules;
    }

    /** @return array<string, array<string, mixed>> */
    private static function editor(Maker $maker): array
    {
        $plugins = [];
        while (strlen(serialize($plugins)) < 1_150) {
            $name = $maker->word();
            $plugins["ckeditor5_$name"] = ['id' => "ckeditor5_$name", 'label' => ucfirst($name), 'library' => "core/ckeditor5.$name", 'elements' => ["<$name>", '<div class>'], 'provider' => 'ckeditor5'];
        }

        return $plugins;
    }

    /** @return array<string, string> */
    private static function locale(Maker $maker): array
    {
        return [ucfirst($maker->text(60)) => $maker->text(70), ucfirst($maker->text(50)) => $maker->text(60)];
    }

    /** @return array<string, mixed> */
    private static function page(Maker $maker, int $length): array
    {
        return ['content' => Drupal::html($maker, $length), 'status' => 200, 'version' => '1.1', 'headers' => ['content-type' => ['text/html; charset=UTF-8'], 'content-language' => ['en'], 'x-generator' => ['Drupal']]];
    }
}
