<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bench;

use Closure;

/** An object whose state is what a function gives. */
final class ClassWithHook
{
    /** @param Closure(): array<mixed> $hook */
    public function __construct(private readonly Closure $hook) {}

    /** @return array<mixed> */
    public function __serialize(): array
    {
        return ($this->hook)();
    }
}
