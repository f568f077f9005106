<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Dump;

/** Tells which part of a value is shown, and how. */
final class View
{
    public readonly Path $path;

    /**
     * @param Path|null $path show only the value at this path; null for the whole value
     * @param int|null $depth number of levels whose entries are shown; null for all
     * @param int|null $limit number of entries that are shown of each array or object; null for all
     * @param int $columns width of the terminal, to which strings are cut; 0 to not cut them
     * @param array<string, array{string, string}> $colours text to put before and after a part of a tree, by the name of the part: key, string, number,
     *        constant, class, bytes, mark, note
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
