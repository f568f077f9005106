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

        return new Page(
            array_merge(...array_map(static fn(Page $page): array => $page->tables, $pages)),
            [...array_merge(...array_map(static fn(Page $page): array => $page->notes, $pages)), ...($missing === null ? [] : ["Nothing was measured under OPcache and in pages: $missing."])],
        );
    }

    /** The four predictions of the text, for the tree of the first table. */
    public function answers(Page $page): Table
    {
        $ways = $page->tables[0];
        $parts = static fn(string ...$names): array => $ways->some('of unserialize()', array_values($names));
        $code = 'var_export(), constructors';
        $list = [];
        foreach ($page->table(Contest::CLASSES)->column('of true') as $name => $part) {
            if (str_ends_with($name, ", $ways->title")) {
                $list[substr($name, 0, -strlen(", $ways->title"))] = $part;
            }
        }
        $constructors = $ways->parts('decode, µs', ["$code, opcache"], 'var_export(), reflection, opcache') + $ways->parts('decode, µs', [$code], 'var_export(), reflection');

        return Answer::table("The four predictions, with $ways->title, in parts of unserialize() if nothing else is said", [
            Answer::within('1. `require` of code in OPcache reads faster', 'yes, up to twice as fast', $parts("$code, opcache", 'igbinary', 'Lyo'), "$code, opcache", to: 0.95),
            Answer::within('1. and slower if the file is compiled each time', 'yes, by far the slowest', $parts($code), $code, from: 1.05),
            Answer::within('2. Constructors make objects faster than reflection (in parts of reflection)', 'no difference', $constructors, "$code, opcache", to: 0.9),
            Answer::within('3. A list of allowed classes makes reading slower (in parts of no list)', 'yes, a little', $list, 'serialize()', from: 1.05),
            Answer::within('4. `__unserialize()` makes reading slower', 'no, faster', $parts('serialize(), __serialize()', 'igbinary', 'igbinary, __serialize()', 'Lyo', 'Lyo, __serialize()'), 'serialize(), __serialize()', from: 1.05),
        ]);
    }

    public function charts(Page $page): array
    {
        return [...Contest::charts($page), ...Cliff::charts($page), ...Traffic::charts($page)];
    }
}
