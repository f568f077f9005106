<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Packages\Symfony\Site;

final class Category
{
    public function __construct(public readonly int $id, public readonly string $name, public readonly ?self $parent = null) {}
}
