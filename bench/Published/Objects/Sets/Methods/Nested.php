<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Methods;

use Lyo\Bench\Published\Objects\Sets\Plain\Nested as PlainNested;

/** With `__serialize()` and `__unserialize()`. */
final class Nested extends PlainNested
{
    /** @return array{level: int, next: ?PlainNested} */
    public function __serialize(): array
    {
        return ['level' => $this->level, 'next' => $this->next];
    }

    /** @param array{level: int, next: ?PlainNested} $state */
    public function __unserialize(array $state): void
    {
        ['level' => $this->level, 'next' => $this->next] = $state;
    }
}
