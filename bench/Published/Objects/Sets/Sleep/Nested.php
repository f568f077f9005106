<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Sleep;

use Lyo\Bench\Published\Objects\Sets\Plain\Nested as PlainNested;

/** With `__sleep()` and `__wakeup()`. */
final class Nested extends PlainNested
{
    /** @return list<string> */
    public function __sleep(): array
    {
        return ['level', 'next'];
    }

    public function __wakeup(): void {}
}
