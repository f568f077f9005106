<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Dump;

/** One place at which two values differ. */
final class Difference
{
    /**
     * @param Node|null $old the value there in the first of the two values; null if it was added
     * @param Node|null $new the value there in the second; null if it was removed
     */
    public function __construct(
        public readonly Path $path,
        public readonly Change $change,
        public readonly ?Node $old,
        public readonly ?Node $new,
    ) {}
}
