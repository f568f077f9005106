<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Synthetic;

/** Typed properties. */
final class Account
{
    public ?self $parent = null;

    public float $balance;

    public function __construct(
        public readonly int $id,
        protected string $owner,
        private bool $active,
        public Level $level,
    ) {
        $this->balance = $id * 1.25;
    }

    public function describe(): string
    {
        return $this->owner . ($this->active ? '' : ' (closed)');
    }
}
