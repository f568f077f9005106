<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Constructed;

use Lyo\Bench\Published\Objects\Sets\Plain\Item;
use Lyo\Bench\Published\Objects\Sets\Plain\Leaf;
use Lyo\Bench\Published\Objects\Sets\Plain\Nested;
use Lyo\Bench\Published\Objects\Sets\Plain\Root as PlainRoot;

/** With a `__set_state()` that calls the constructor. */
final class Root extends PlainRoot
{
    /** @param array{name: string, leaf: Leaf, nested: ?Nested, named: array<string, Item>, listed: list<Item>} $state */
    public static function __set_state(array $state): self
    {
        return new self(...$state);
    }
}
