<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure\Tree;

/**
 * An object with a payload of its own making.
 *
 * @internal
 */
final class Custom
{
    public function __construct(public readonly string $class, public readonly string $payload) {}
}
