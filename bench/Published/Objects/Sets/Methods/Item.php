<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Methods;

use Lyo\Bench\Published\Objects\Sets\Plain\Item as PlainItem;

/** With `__serialize()` and `__unserialize()`. */
final class Item extends PlainItem
{
    /** @return array{id: int, label: string, active: bool, price: float} */
    public function __serialize(): array
    {
        return ['id' => $this->id, 'label' => $this->label, 'active' => $this->active, 'price' => $this->price];
    }

    /** @param array{id: int, label: string, active: bool, price: float} $state */
    public function __unserialize(array $state): void
    {
        ['id' => $this->id, 'label' => $this->label, 'active' => $this->active, 'price' => $this->price] = $state;
    }
}
