<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Dump;

/** What of a value is to be shown. */
final class View
{
    public readonly Path $path;

    /**
     * @param Path|null $path only what stands there
     * @param int|null $depth levels of arrays and objects that are opened; null for all
     * @param int|null $limit entries that are shown of each; null for all
     * @param int $columns of the terminal; longer strings are cut; 0 for none
     * @param array<string, array{string, string}> $colours what is put around parts of a tree: key, string, number, constant, class, bytes, mark, note
     */
    public function __construct(
        ?Path $path = null,
        public readonly ?int $depth = null,
        public readonly ?int $limit = null,
        public readonly int $columns = 120,
        public readonly array $colours = [],
    ) {
        $this->path = $path ?? new Path([]);
    }
}
