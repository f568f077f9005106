<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Constructed;

use Lyo\Bench\Published\Objects\Sets\Plain\Nested as PlainNested;

/** With a `__set_state()` that calls the constructor. */
final class Nested extends PlainNested
{
    /** @param array{level: int, next: ?PlainNested} $state */
    public static function __set_state(array $state): self
    {
        return new self(...$state);
    }
}
