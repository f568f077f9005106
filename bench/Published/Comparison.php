<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** A published comparison of serializers, run again. docs/lab/published.md has the original claims and today's figures. */
interface Comparison
{
    /** For --only, for the markers in docs/lab/published.md and for the files of charts: one word. */
    public function name(): string;

    public function run(Effort $effort): Page;

    /** What the text predicts or concludes, answered with figures of the tables; null if it says nothing. */
    public function answers(Page $page): ?Table;

    /** @return list<Chart> drawn from the tables, so that pictures can be drawn again without new measurements */
    public function charts(Page $page): array;
}
