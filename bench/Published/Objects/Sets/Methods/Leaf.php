<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Methods;

use Lyo\Bench\Published\Objects\Sets\Plain\Leaf as PlainLeaf;

/** With `__serialize()` and `__unserialize()`. */
final class Leaf extends PlainLeaf
{
    /** @return array{text: string, number: int, flag: bool} */
    public function __serialize(): array
    {
        return ['text' => $this->text, 'number' => $this->number, 'flag' => $this->flag];
    }

    /** @param array{text: string, number: int, flag: bool} $state */
    public function __unserialize(array $state): void
    {
        ['text' => $this->text, 'number' => $this->number, 'flag' => $this->flag] = $state;
    }
}
