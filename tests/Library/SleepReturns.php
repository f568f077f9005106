<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

/** Has a __sleep() that returns the given value; serialize() warns if this is not an array. */
final class SleepReturns
{
    public function __construct(private mixed $returns) {}

    public function __sleep()
    {
        return $this->returns; // @phpstan-ignore return.type (the same)
    }
}
