<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Packages\Symfony\Site;

use DateTimeImmutable;

/** What the lists of the page have. */
final class Product
{
    /**
     * @param list<string> $tags
     * @param array<string, string|int|bool> $attributes
     */
    public function __construct(
        public readonly int $id,
        public readonly string $sku,
        public readonly string $name,
        private readonly string $description,
        private readonly Money $price,
        protected readonly Category $category,
        public readonly array $tags,
        public readonly array $attributes,
        private readonly DateTimeImmutable $updated,
        private readonly ?int $stock = null,
    ) {}

    public function line(): string
    {
        return "$this->sku $this->name {$this->price} {$this->category->name} " . strlen($this->description) . ' ' . $this->updated->format('Y-m-d') . ' ' . implode(',', $this->tags) . " $this->stock";
    }
}
