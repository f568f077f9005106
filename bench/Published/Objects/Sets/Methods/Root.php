<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Methods;

use Lyo\Bench\Published\Objects\Sets\Plain\Item;
use Lyo\Bench\Published\Objects\Sets\Plain\Leaf;
use Lyo\Bench\Published\Objects\Sets\Plain\Nested;
use Lyo\Bench\Published\Objects\Sets\Plain\Root as PlainRoot;

/** With `__serialize()` and `__unserialize()`. */
final class Root extends PlainRoot
{
    /** @return array{name: string, leaf: Leaf, nested: ?Nested, named: array<string, Item>, listed: list<Item>} */
    public function __serialize(): array
    {
        return ['name' => $this->name, 'leaf' => $this->leaf, 'nested' => $this->nested, 'named' => $this->named, 'listed' => $this->listed];
    }

    /** @param array{name: string, leaf: Leaf, nested: ?Nested, named: array<string, Item>, listed: list<Item>} $state */
    public function __unserialize(array $state): void
    {
        ['name' => $this->name, 'leaf' => $this->leaf, 'nested' => $this->nested, 'named' => $this->named, 'listed' => $this->listed] = $state;
    }
}
