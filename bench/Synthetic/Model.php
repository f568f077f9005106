<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Synthetic;

/** An object that stores all that it has but one: what names that takes follows from which properties there are. */
final class Model
{
    protected bool $exists = true;

    /** @var array<string, int|string> */
    protected array $attributes;

    /** @var array<string, object> */
    protected array $relations = [];

    public function __construct(int $id, string $name)
    {
        $this->attributes = ['id' => $id, 'name' => $name];
    }

    /** @return list<string> */
    public function __sleep(): array
    {
        return array_values(array_diff(array_keys(get_object_vars($this)), ['relations']));
    }
}
