<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Shop;

use Brick\Math\BigDecimal;
use DateTimeImmutable;

/** The cart of a visitor, which lives in the session. Its product catalogue does not: __sleep() leaves it out. */
final class Cart
{
    /** @var array<string, Item> by article number */
    private array $items = [];

    /** @var list<string> */
    private array $coupons = [];

    private ?BigDecimal $total = null;

    /** @var array<string, string> */
    private array $names = [];

    public function __construct(private readonly string $currency, private DateTimeImmutable $changed) {}

    public function add(string $number, string $name, string $price, int $quantity): void
    {
        $this->items[$number] = new Item($number, $quantity, BigDecimal::of($price));
        $this->names[$number] = $name;
        $this->total = null;
    }

    public function redeem(string $coupon): void
    {
        $this->coupons[] = $coupon;
    }

    public function total(): BigDecimal
    {
        $total = BigDecimal::zero();
        foreach ($this->items as $item) {
            $total = $total->plus($item->price->multipliedBy($item->quantity));
        }

        return $this->total = $total;
    }

    /** @return list<string> */
    public function __sleep(): array
    {
        return ['items', 'coupons', 'total', 'currency', 'changed'];
    }
}
