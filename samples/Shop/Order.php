<?php

declare(strict_types=1);

namespace Lyo\Samples\Shop;

use DateTimeImmutable;

/** Lines know their order, orders their customer: a graph with cycles and shared objects. */
final class Order
{
    /** @var list<OrderLine> */
    private array $lines = [];

    /** @var list<array{OrderStatus, DateTimeImmutable}> */
    private array $history = [];

    private ?Money $total = null;

    public function __construct(
        public readonly int $id,
        private readonly Customer $customer,
        private Address $deliverTo,
        private Address $billTo,
    ) {}

    public function add(Product $product, int $quantity, ?float $discount = null): void
    {
        $line = new OrderLine($this, $product, $quantity, $discount);
        $this->lines[] = $line;
        $this->total = $this->total?->plus($line->total()) ?? $line->total();
    }

    public function set(OrderStatus $status, DateTimeImmutable $time): void
    {
        $this->history[] = [$status, $time];
    }

    public function summary(): string
    {
        $to = $this->deliverTo === $this->billTo ? $this->billTo->city : $this->deliverTo->city . ', bill to ' . $this->billTo->city;

        return count($this->lines) . " lines, {$this->customer->greeting()}, to $to, " . count($this->history) . ' steps';
    }
}
