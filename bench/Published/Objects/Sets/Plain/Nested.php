<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Plain;

/** A link of a chain. Other sets have the same properties, and additional methods. */
class Nested
{
    public function __construct(public int $level, public ?Nested $next) {}
}
