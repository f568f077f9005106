<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Synthetic;

/** An object of which one property is not initialised, as an entity that is not stored yet. */
final class Entity
{
    public int $id;

    public bool $active = true;

    /** @var list<string> */
    public array $roles = [];

    public function __construct(public string $name, public int $age) {}
}
