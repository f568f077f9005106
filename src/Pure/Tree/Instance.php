<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure\Tree;

/**
 * An object: class, keys and values. It is the same object wherever it stands in the tree.
 *
 * @internal
 */
final class Instance
{
    /**
     * @param list<int|string> $keys mangled as in memory
     * @param list<mixed> $values
     */
    public function __construct(public readonly string $class, public array $keys = [], public array $values = []) {}
}
