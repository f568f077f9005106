<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Sleep;

use Lyo\Bench\Published\Objects\Sets\Plain\Leaf as PlainLeaf;

/** With `__sleep()` and `__wakeup()`. */
final class Leaf extends PlainLeaf
{
    /** @return list<string> */
    public function __sleep(): array
    {
        return ['text', 'number', 'flag'];
    }

    public function __wakeup(): void {}
}
