<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure\Tree;

/**
 * Node for an object. If the object occurs several times in the tree, all occurrences are the same node.
 *
 * @internal
 */
final class Instance
{
    /**
     * @param list<int|string> $keys protected and private names are mangled, as in the memory of PHP
     * @param list<mixed> $values one for each key
     */
    public function __construct(public readonly string $class, public array $keys = [], public array $values = []) {}
}
