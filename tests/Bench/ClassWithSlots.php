<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bench;

use AllowDynamicProperties;

#[AllowDynamicProperties]
final class ClassWithSlots
{
    public int $number;

    /** @var list<int> */
    protected array $list = [1, 2, 3];

    /** @return list<int> */
    public function list(): array
    {
        return $this->list;
    }
}
