<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Constructed;

use Lyo\Bench\Published\Objects\Sets\Plain\Leaf as PlainLeaf;

/** With a `__set_state()` that calls the constructor. */
final class Leaf extends PlainLeaf
{
    /** @param array{text: string, number: int, flag: bool} $state */
    public static function __set_state(array $state): self
    {
        return new self(...$state);
    }
}
