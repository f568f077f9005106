<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Dump;

/** One place at which two values differ. */
final class Difference
{
    public function __construct(
        public readonly Path $path,
        public readonly Change $change,
        public readonly ?Node $old,
        public readonly ?Node $new,
    ) {}
}
