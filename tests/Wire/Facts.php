<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Wire;

/** What a value adds to elements, and how many levels it goes down. */
final readonly class Facts
{
    public function __construct(public bool $isArray, public int $elements, public int $levels) {}
}
