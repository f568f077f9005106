<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Plain;

/** One of many similar objects. Other sets have the same properties, and additional methods. */
class Item
{
    public function __construct(public int $id, public string $label, public bool $active, public float $price) {}
}
