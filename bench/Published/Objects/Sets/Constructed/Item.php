<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Constructed;

use Lyo\Bench\Published\Objects\Sets\Plain\Item as PlainItem;

/** With a `__set_state()` that calls the constructor. */
final class Item extends PlainItem
{
    /** @param array{id: int, label: string, active: bool, price: float} $state */
    public static function __set_state(array $state): self
    {
        return new self(...$state);
    }
}
