<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Shop;

/** An entry of a menu, which knows the one above it. */
final class Node
{
    /** @var list<self> */
    public array $children = [];

    public function __construct(public string $title, public string $path, public ?self $parent = null)
    {
        if ($parent !== null) {
            $parent->children[] = $this;
        }
    }
}
