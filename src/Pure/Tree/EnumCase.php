<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure\Tree;

/**
 * Node for an enum case.
 *
 * @internal
 */
final class EnumCase
{
    public function __construct(public readonly string $class, public readonly string $case) {}
}
