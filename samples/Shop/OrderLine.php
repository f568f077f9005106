<?php

declare(strict_types=1);

namespace Lyo\Samples\Shop;

final class OrderLine
{
    public function __construct(
        private readonly Order $order,
        private readonly Product $product,
        private int $quantity,
        private ?float $discount = null,
    ) {}

    public function total(): Money
    {
        $full = $this->product->price()->times($this->quantity);

        return new Money((int) round($full->cents * (1 - ($this->discount ?? 0.0))), $full->currency);
    }

    public function order(): Order
    {
        return $this->order;
    }
}
