<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** Seven typed properties. */
final class Order
{
    public function __construct(
        public int $id,
        public int $person,
        public string $article,
        public float $amount,
        public string $currency,
        public string $state,
        public ?string $sent,
    ) {}
}
