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
            [...array_merge(...array_map(static fn(Page $page): array => $page->notes, $pages)), ...($missing === null ? [] : ["Nothing was measured under opcache and in pages: $missing."])],
        );
    }

    public function charts(Page $page): array
    {
        return [...Contest::charts($page), ...Cliff::charts($page), ...Traffic::charts($page)];
    }
}
