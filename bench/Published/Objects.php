<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

use Lyo\Bench\Published\Objects\Cliff;
use Lyo\Bench\Published\Objects\Contest;
use Lyo\Bench\Published\Objects\Folder;
use Lyo\Bench\Published\Objects\Traffic;

/** 2022, "Benchmarking serialization": a tree of objects by `serialize()`, igbinary, JSON and `var_export()`, and in pages of php-fpm. */
final class Objects implements Comparison
{
    public function name(): string
    {
        return 'objects';
    }

    public function run(Effort $effort): Page
    {
        $missing = Fpm::missing();
        $folder = new Folder();
        $fpm = null;
        try {
            $fpm = $missing === null ? new Fpm($folder->path) : null;
            $pages = [(new Contest($folder, $fpm, $effort))->page()];
            if ($fpm !== null) {
                array_push($pages, (new Cliff($folder, $fpm, $effort))->page(), (new Traffic($folder, $fpm, $effort))->page());
            }
        } finally {
            $fpm?->stop();
            $folder->remove();
        }

        $tables = array_merge(...array_map(static fn(Page $page): array => $page->tables, $pages));

        return new Page(
            [...$tables, self::answers($tables[0], (new Page($tables))->tables('/^The option allowed_classes/')[0])],
            [...array_merge(...array_map(static fn(Page $page): array => $page->notes, $pages)), ...($missing === null ? [] : ["Nothing was measured under opcache and in pages: $missing."])],
        );
    }

    /** The four predictions of the text, for the tree of the first table. */
    private static function answers(Table $ways, Table $classes): Table
    {
        $column = $ways->column('decode, µs');
        $code = 'var_export(), constructors, opcache';
        $parts = [];
        foreach (['serialize()', 'igbinary', 'Lyo'] as $name) {
            if (isset($column[$code], $column[$name])) {
                $parts["of $name"] = $column[$code] / $column[$name];
            }
        }
        $code = 'var_export(), reflection, opcache';
        $constructors = $ways->parts('decode, µs', ['var_export(), constructors, opcache'], $code);
        $list = [];
        foreach ($classes->column('of true') as $name => $part) {
            if (str_ends_with($name, ", $ways->title")) {
                $list[strstr($name, ',', true) ?: $name] = $part;
            }
        }
        $methods = [];
        foreach (['serialize()', 'igbinary', 'Lyo'] as $name) {
            $methods += $ways->parts('decode, µs', ["$name, __serialize()"], $name);
        }

        return Answer::table("The four predictions, with $ways->title", [
            new Answer('`require` of code in opcache reads faster than `unserialize()` (time in parts)', 'only if it fits into opcache', $parts, $parts === [] ? null : reset($parts) < 1.0),
            new Answer('Objects are made faster by constructors than by reflection (time in parts)', 'no difference', $constructors, $constructors === [] ? null : reset($constructors) < 0.9),
            new Answer('A list of allowed classes makes reading slower (in parts of no list)', 'yes, a little', $list, $list['serialize()'] > 1.02),
            new Answer('`__unserialize()` makes reading slower (in parts of plain classes)', 'no, faster', $methods, $methods['serialize(), __serialize()'] > 1.0),
        ]);
    }

    public function charts(Page $page): array
    {
        return [...Contest::charts($page), ...Cliff::charts($page), ...Traffic::charts($page)];
    }
}
