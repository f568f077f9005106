<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Shop;

use Brick\Math\BigDecimal;

final readonly class Item
{
    public function __construct(public string $number, public int $quantity, public BigDecimal $price) {}
}
