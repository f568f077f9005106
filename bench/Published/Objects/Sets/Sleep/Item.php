<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Sleep;

use Lyo\Bench\Published\Objects\Sets\Plain\Item as PlainItem;

/** With `__sleep()` and `__wakeup()`. */
final class Item extends PlainItem
{
    /** @return list<string> */
    public function __sleep(): array
    {
        return ['id', 'label', 'active', 'price'];
    }

    public function __wakeup(): void {}
}
