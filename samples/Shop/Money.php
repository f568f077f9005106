<?php

declare(strict_types=1);

namespace Lyo\Samples\Shop;

final readonly class Money
{
    public function __construct(
        public int $cents,
        public Currency $currency = Currency::Euro,
    ) {}

    public function times(int $quantity): self
    {
        return new self($this->cents * $quantity, $this->currency);
    }

    public function plus(self $other): self
    {
        return new self($this->cents + $other->cents, $this->currency);
    }
}
