<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** Eight typed properties. */
final class Person
{
    /** @param list<string> $tags */
    public function __construct(
        public int $id,
        public int $account,
        public string $name,
        public string $email,
        public ?string $phone,
        public string $created,
        public bool $isActive,
        public array $tags,
    ) {}
}
