<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

/** Stands in a drawn value for an object, of which each world has its own: one of the trial by its number, or a new one that holds something. */
final readonly class Placeholder
{
    public function __construct(
        public ?int $number,
        public mixed $held = null,
    ) {}
}
