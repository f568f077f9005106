<?php

declare(strict_types=1);

namespace Lyo\Samples\Shop;

final class Product
{
    /** @param array<string, string|float|bool> $properties */
    public function __construct(
        protected readonly string $number,
        protected string $name,
        protected Money $price,
        protected float $weight,
        protected array $properties = [],
        protected ?Product $replacedBy = null,
    ) {}

    public function price(): Money
    {
        return $this->price;
    }

    public function title(): string
    {
        return $this->number . ' ' . $this->name . ($this->replacedBy === null ? '' : ' (old)');
    }

    public function weight(): float
    {
        return $this->weight;
    }

    public function property(string $name): string|float|bool|null
    {
        return $this->properties[$name] ?? null;
    }
}
