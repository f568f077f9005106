<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

/** A placeholder in a drawn value for an object, because each world has its own: an object of the trial by its number, or a new one with content. */
final readonly class Placeholder
{
    public function __construct(
        public ?int $number,
        public mixed $held = null,
    ) {}
}
