<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Bridge;

/** igbinary fails for this class: __sleep() names a typed property that has no value. */
final class Sleeping
{
    public string $name = 'Anna';
    public int $unset;

    /** @return list<string> */
    public function __sleep(): array
    {
        return ['name', 'unset'];
    }
}
