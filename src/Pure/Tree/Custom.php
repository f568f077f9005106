<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure\Tree;

/**
 * Node for an object of a class that writes its own payload (Serializable).
 *
 * @internal
 */
final class Custom
{
    public function __construct(public readonly string $class, public readonly string $payload) {}
}
