<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

use LogicException;

/** 2018 to 2025, Drupal's issue on igbinary: single entries with levels of zlib and without compact strings, and whole bins of caches. */
final class Drupal implements Comparison
{
    private const LEVELS = [1, 6, 9];

    /** Values of this many bytes or more are compressed. */
    private const THRESHOLDS = [0, 1_024, 10_240];

    public function name(): string
    {
        return 'drupal';
    }

    public function run(Effort $effort): Page
    {
        $entries = self::entries();
        $single = [];
        foreach (array_keys(DrupalEntries::all($effort->scale)) as $name) {
            $single[] = $this->entry($name, $effort);
        }

        return new Page(
            [...$single, self::shapes($entries), $this->levels($entries, $effort), $this->thresholds($entries, $effort)],
            [
                'The single entries are of the kinds that the issue measures, and of the sizes that it names. Their values were read from a cache before, as there. “of unserialize()” and “of serialize()” are parts of the first line, with the time that zlib takes. Memory is that of the value alone.',
                'All entries are generated: their shapes and sizes are like those of Drupal 10, their words and numbers are not. To measure your own database: `bin/lyo measure "mysql:host=…;dbname=…" --user=… --table=cache_render --column=data`, once for each bin ([measure.md](../measure.md)).',
            ],
        );
    }

    public function answers(Page $page): Table
    {
        return DrupalAnswers::table($page);
    }

    public function charts(Page $page): array
    {
        $table = $page->tables('/^All \d+ entries$/')[0] ?? throw new LogicException('there is no table of all entries');

        return [
            new Bars('bytes', 'Bytes of all entries', ['' => $table->column('bytes')]),
            new Bars('time', 'Storing all entries and reading them back, ms', ['encode' => $table->column('encode, ms'), 'decode' => $table->column('decode, ms')]),
        ];
    }

    /** @return array<string, non-empty-list<mixed>> by bin */
    public static function entries(): array
    {
        $maker = new Maker(2025);
        $entries = [];
        foreach (['config' => [24, self::config(...)], 'data' => [12, self::routes(...)], 'discovery' => [6, self::definitions(...)], 'menu' => [6, self::links(...)], 'render' => [24, self::render(...)], 'page' => [8, self::page(...)]] as $bin => [$count, $make]) {
            for ($i = 0; $i < $count; $i++) {
                $entries[$bin][] = $make($maker, $i);
            }
        }

        return $entries;
    }

    /** @return array<string, mixed> */
    private static function config(Maker $maker, int $number): array
    {
        $fields = [];
        for ($i = 0; $i < $number % 12; $i++) {
            $fields['field_' . $maker->word()] = ['type' => 'string_textfield', 'weight' => $i, 'region' => 'content', 'settings' => ['size' => 60, 'placeholder' => ''], 'third_party_settings' => []];
        }

        return ['uuid' => $maker->token(32), 'langcode' => 'en', 'status' => true, 'dependencies' => ['module' => [$maker->word(), 'text']], 'id' => "node.$number.default", 'mode' => 'default', 'content' => $fields, 'hidden' => ['langcode' => true]];
    }

    /** @return list<array<string, mixed>> */
    private static function routes(Maker $maker, int $number): array
    {
        $routes = [];
        for ($i = 0; $i < 4 + 6 * $number; $i++) {
            $path = $maker->word() . '/' . $maker->word();
            $routes[] = ['name' => "entity.$path", 'path' => "/admin/$path/{id}", 'fit' => $maker->number(1, 127), 'defaults' => ['_controller' => "\\Drupal\\{$maker->word()}\\Controller::view", '_title' => ucfirst($maker->word())], 'requirements' => ['_permission' => 'access content']];
        }

        return $routes;
    }

    /** @return array<string, array<string, mixed>> */
    private static function definitions(Maker $maker, int $number): array
    {
        $definitions = [];
        for ($i = 0; $i < 20 + 20 * $number; $i++) {
            $word = $maker->word();
            $definitions["{$word}_$i"] = ['id' => "{$word}_$i", 'label' => ucfirst($word), 'description' => $maker->text(60), 'class' => "Drupal\\$word\\Plugin\\Block\\" . ucfirst($word) . 'Block', 'provider' => $word, 'category' => 'Lists', 'weight' => $i, 'context_definitions' => [], 'forms' => ['settings_tray' => false]];
        }

        return $definitions;
    }

    /** @return array<string, array<string, mixed>> */
    private static function links(Maker $maker, int $number): array
    {
        $links = [];
        for ($i = 0; $i < 10 + 15 * $number; $i++) {
            $id = 'main.' . $maker->token(8);
            $links[$id] = ['definition' => ['id' => $id, 'menu_name' => 'main', 'route_name' => "entity.{$maker->word()}", 'route_parameters' => ['node' => $maker->number(1, 9_999)], 'url' => '', 'title' => ucfirst($maker->word()), 'parent' => '', 'weight' => (string) $i, 'options' => [], 'expanded' => '0', 'enabled' => '1', 'provider' => 'menu_link_content'], 'subtree' => [], 'has_children' => false];
        }

        return $links;
    }

    /** @return array<string, mixed> */
    private static function render(Maker $maker, int $number): array
    {
        $tags = array_map(static fn(): string => 'node:' . $maker->number(1, 9_999), range(0, 2 + $number % 10));

        return [
            '#markup' => self::html($maker, 400 * (1 + $number % 20)), '#cache' => ['contexts' => ['languages:language_interface', 'theme', 'user.permissions'], 'tags' => ['config:system.menu.main', 'node_view', ...$tags], 'max-age' => -1],
            '#attached' => ['library' => ['core/drupal', "{$maker->word()}/base"], 'drupalSettings' => ['path' => ['baseUrl' => '/', 'currentPath' => 'node/' . $maker->number(1, 9_999)]]],
        ];
    }

    /** @return array<string, mixed> */
    private static function page(Maker $maker, int $number): array
    {
        $headers = ['cache-control' => ['max-age=900, public'], 'x-drupal-dynamic-cache' => ['MISS'], 'content-language' => ['en'], 'content-type' => ['text/html; charset=UTF-8'], 'etag' => ['"' . $maker->number(1, 1 << 30) . '"']];

        return ['content' => '<!DOCTYPE html><html lang="en"><body>' . self::html($maker, 8_000 + 3_000 * $number) . '</body></html>', 'status' => 200, 'version' => '1.0', 'headers' => $headers];
    }

    public static function html(Maker $maker, int $length): string
    {
        $html = '';
        while (strlen($html) < $length) {
            $html .= '<div class="field field--name-' . $maker->word() . ' field__item"><p>' . $maker->text($maker->number(80, 400)) . '</p><a href="/' . $maker->word() . '/' . $maker->number(1, 9_999) . '" hreflang="en">' . ucfirst($maker->word()) . "</a></div>\n";
        }

        return $html;
    }

    /** @param array<string, non-empty-list<mixed>> $entries */
    private static function shapes(array $entries): Table
    {
        $rows = [];
        foreach ($entries as $bin => $values) {
            $sizes = array_map(static fn(mixed $value): int => strlen(serialize($value)), $values);
            $row = [$bin, (string) count($values), number_format(min($sizes)) . ' to ' . number_format(max($sizes))];
            foreach (Way::codecs() as $way) {
                $row[] = number_format(self::bytes($values, $way));
            }
            $rows[] = $row;
        }

        return new Table('Bytes of the entries, by bin', ['bin', 'entries', 'bytes of one as serialize() writes it', ...array_map(static fn(Way $way): string => $way->name, Way::codecs())], $rows);
    }

    /** @param list<mixed> $values */
    private static function bytes(array $values, Way $way): int
    {
        return (int) array_sum(array_map(static fn(mixed $value): int => strlen($way->encode($value)), $values));
    }

    /**
     * A value that was read from the cache, as in the issue. Each way has its own, because igbinary leaves a table of properties in each object,
     * and in new memory, as in a PHP that has just started.
     */
    private function entry(string $name, Effort $effort): Table
    {
        $ways = [];
        foreach (Way::codecs() as $codec) {
            foreach ($codec->isIgbinary() ? [$codec, $codec->withoutCompactStrings()] : [$codec] as $way) {
                array_push($ways, $way, ...array_map($way->compressed(...), self::LEVELS));
            }
        }
        $stored = serialize(DrupalEntries::all($effort->scale)[$name]);
        $calls = $bytes = $loose = $memory = [];
        foreach ($ways as $way) {
            lyo_bench_settle();
            $own = unserialize($stored);
            lyo_bench_unsettle();
            $bytes[$way->name] = $way->proven($own);
            $memory[$way->name] = Memory::of($way, $bytes[$way->name]);
            $calls["$way->name encode"] = $way->encoding($own);
            $calls["$way->name decode"] = $way->decoding($bytes[$way->name]);
            array_push($loose, ...($way->loose ? ["$way->name encode", "$way->name decode"] : []));
        }
        $race = new Race($calls, $effort, $loose);
        $rows = [];
        foreach ($bytes as $way => $packed) {
            $rows[] = [
                $way, number_format(strlen($packed)), Numbers::part(strlen($packed) / strlen($bytes['serialize()'])),
                Numbers::short($race->time("$way encode")), Numbers::part($race->ratio("$way encode", 'serialize() encode')),
                Numbers::short($race->time("$way decode")), Numbers::part($race->ratio("$way decode", 'serialize() decode')),
                number_format($memory[$way]),
            ];
        }

        return new Table($name, ['', 'bytes', 'of its bytes', 'encode, µs', 'of serialize()', 'decode, µs', 'of unserialize()', 'memory'], $rows);
    }

    /** @param array<string, list<mixed>> $entries */
    private function levels(array $entries, Effort $effort): Table
    {
        $all = array_merge(...array_values($entries));
        $ways = [];
        foreach (Way::codecs() as $way) {
            array_push($ways, $way, ...array_map($way->compressed(...), self::LEVELS));
        }
        $calls = $bytes = [];
        foreach ($ways as $way) {
            $packed = array_map($way->proven(...), $all);
            $bytes[$way->name] = strlen(implode('', $packed));
            $calls["$way->name encode"] = [self::class . '::store', [$way, $all]];
            $calls["$way->name decode"] = [self::class . '::read', [$way, $packed]];
        }
        $race = new Race($calls, $effort);
        $rows = [];
        foreach ($ways as $way) {
            [$encode, $decode] = [$race->time("$way->name encode") / 1e3, $race->time("$way->name decode") / 1e3];
            $rows[] = [$way->name, number_format($bytes[$way->name]), Numbers::part($bytes[$way->name] / $bytes['serialize()']), Numbers::short($encode), Numbers::short($decode)];
        }

        return new Table('All ' . count($all) . ' entries', ['', 'bytes', 'of serialize()', 'encode, ms', 'decode, ms'], $rows);
    }

    /** @param array<string, list<mixed>> $entries */
    private function thresholds(array $entries, Effort $effort): Table
    {
        $all = array_merge(...array_values($entries));
        $calls = $cells = [];
        foreach (Way::codecs() as $way) {
            foreach (self::THRESHOLDS as $threshold) {
                $name = "$way->name, from " . number_format($threshold) . ' bytes';
                $parts = self::parts($all, $way, $threshold);
                $calls[$name] = [self::class . '::storeParts', [$way, ...$parts]];
                $cells[$name] = [count($parts[1]), strlen(self::storeParts($way, ...$parts))];
            }
        }
        $race = new Race($calls, $effort);
        $rows = [];
        foreach ($cells as $name => [$count, $bytes]) {
            $rows[] = [$name, (string) $count, number_format($bytes), Numbers::short($race->time($name) / 1e3)];
        }

        return new Table('zlib 1 from a size on', ['', 'entries compressed', 'bytes', 'encode, ms'], $rows);
    }

    /**
     * @param list<mixed> $all
     * @return array{list<mixed>, list<mixed>} values that stay as they are, and that are compressed
     */
    private static function parts(array $all, Way $way, int $threshold): array
    {
        $parts = [[], []];
        foreach ($all as $value) {
            $parts[strlen($way->encode($value)) >= $threshold ? 1 : 0][] = $value;
        }

        return $parts;
    }

    /** @param list<mixed> $values */
    public static function store(Way $way, array $values): string
    {
        return implode('', array_map($way->encode(...), $values));
    }

    /**
     * @param list<mixed> $plain
     * @param list<mixed> $large
     */
    public static function storeParts(Way $way, array $plain, array $large): string
    {
        return self::store($way, $plain) . self::store($way->compressed(1), $large);
    }

    /** @param list<string> $packed */
    public static function read(Way $way, array $packed): int
    {
        return count(array_map($way->decode(...), $packed));
    }
}
