<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Plain;

/** The root of the stored tree. Other sets have the same properties, and additional methods. */
class Root
{
    /**
     * @param array<string, Item> $named
     * @param list<Item> $listed
     */
    public function __construct(public string $name, public Leaf $leaf, public ?Nested $nested, public array $named, public array $listed) {}
}
