<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Plain;

/** One of many objects that are alike. Other sets have the same properties, and methods more. */
class Item
{
    public function __construct(public int $id, public string $label, public bool $active, public float $price) {}
}
