<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** Generated entries of a cache, of the kinds that the issue measures and the sizes that it names. */
final class DrupalEntries
{
    public const VIEWS = 'Entry: data of views';
    public const TYPES = 'Entry: types of entities';
    public const MODULES = 'Entry: list of modules';
    public const EDITOR = 'Entry: plugins of an editor, 1,300 bytes';
    public const LOCALE = 'Entry: a translation, 300 bytes';
    public const PAGE = 'Entry: a page';

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
