<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Sleep;

use Lyo\Bench\Published\Objects\Sets\Plain\Root as PlainRoot;

/** With `__sleep()` and `__wakeup()`. */
final class Root extends PlainRoot
{
    /** @return list<string> */
    public function __sleep(): array
    {
        return ['name', 'leaf', 'nested', 'named', 'listed'];
    }

    public function __wakeup(): void {}
}
