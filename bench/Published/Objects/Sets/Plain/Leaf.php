<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Plain;

/** An object that has only scalars. Other sets have the same properties, and additional methods. */
class Leaf
{
    public function __construct(public string $text, public int $number, public bool $flag) {}
}
