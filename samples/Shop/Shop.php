<?php

declare(strict_types=1);

namespace Lyo\Samples\Shop;

use ArrayObject;
use DateInterval;
use DateTimeImmutable;
use DateTimeZone;
use Random\Engine\Mt19937;
use Random\Randomizer;
use SplFixedArray;
use SplObjectStorage;

/** A shop that always sells the same. */
final class Shop
{
    private const GOODS = [
        'Freeze-dried strawberries', 'Freeze-dried coffee', 'Camping stove', 'Enamel mug', 'Head torch', 'Sleeping bag', 'Map of the Alps', 'Water filter',
        'Wool socks', 'Rain cape', 'Folding knife', 'Rope, 20 m', 'Compass', 'Tent pegs', 'First aid kit', 'Dried apple rings',
    ];

    private const PEOPLE = ['Anna Bergström', 'Jonas Weber', 'María Pérez', 'Łukasz Nowak', 'Chloé Martin', 'Seán Byrne', 'Ada Rossi', 'Piet de Vries'];

    private readonly Randomizer $random;

    /** @var list<Product> */
    private array $products = [];

    /** @var list<Customer> */
    private array $customers = [];

    private function __construct()
    {
        $this->random = new Randomizer(new Mt19937(1968));
        $this->stock();
        $this->invite();
    }

    /** One order with everything that it refers to. */
    public static function order(): Order
    {
        return (new self())->newOrder(1, 4);
    }

    /** @return list<Order> orders that share customers, addresses and products */
    public static function orderHistory(): array
    {
        $shop = new self();
        $orders = [];
        for ($id = 1; $id <= 250; $id++) {
            $orders[] = $shop->newOrder($id, $shop->random->getInt(1, 6));
        }

        return $orders;
    }

    /**
     * PHP's own classes: dates, intervals, lists, and a map from objects.
     *
     * @return array<string, mixed>
     */
    public static function deliveryPlan(): array
    {
        $shop = new self();
        $stops = new SplObjectStorage();
        $windows = new SplFixedArray(24);
        $start = $shop->time();
        for ($stop = 0; $stop < 24; $stop++) {
            $start = $start->add(new DateInterval('PT' . $shop->random->getInt(5, 45) . 'M'));
            $stops[$shop->customers[$stop % 8]->address()] = $start;
            $windows[$stop] = $start;
        }

        return [
            'zone' => new DateTimeZone('Europe/Stockholm'),
            'pause' => new DateInterval('PT30M'),
            'stops' => $stops,
            'windows' => $windows,
            'load' => new ArrayObject(array_map(static fn(Product $product): float => $product->weight(), $shop->products)),
        ];
    }

    private function stock(): void
    {
        $before = null;
        foreach (self::GOODS as $index => $name) {
            $before = $this->products[] = new Product(
                sprintf('LY-%05d', 10_000 + 37 * $index),
                $name,
                new Money($this->random->getInt(195, 24_900)),
                $this->random->getInt(20, 2500) / 1000,
                ['colour' => ['red', 'green', 'blue', 'black'][$index % 4], 'fragile' => $index % 5 === 0, 'vat' => 0.19],
                $index % 6 === 5 ? $before : null,
            );
        }
    }

    private function invite(): void
    {
        foreach (self::PEOPLE as $index => $name) {
            $home = new Address('Storgatan ' . $this->random->getInt(1, 90), (string) $this->random->getInt(10_000, 99_999), 'Uppsala', 'SE');
            $work = new Address('Kungsgatan ' . $this->random->getInt(1, 90), (string) $this->random->getInt(10_000, 99_999), 'Stockholm', 'SE', 'Reception');
            $customer = new Customer(1000 + $index, $name, "customer$index@example.com", [$home, $work], $this->time());
            if ($index % 3 !== 0) {
                $customer->logIn($this->time());
            }
            $this->customers[] = $customer;
        }
    }

    private function newOrder(int $id, int $lines): Order
    {
        $customer = $this->customers[$this->random->getInt(0, 7)];
        $order = new Order($id, $customer, $customer->address($id % 2), $customer->address());
        for ($line = 0; $line < $lines; $line++) {
            $order->add($this->products[$this->random->getInt(0, 15)], $this->random->getInt(1, 5), $line % 3 === 2 ? 0.1 : null);
        }
        foreach (array_slice(OrderStatus::cases(), 0, $this->random->getInt(1, 4)) as $status) {
            $order->set($status, $this->time());
        }

        return $order;
    }

    private function time(): DateTimeImmutable
    {
        return (new DateTimeImmutable('@' . $this->random->getInt(1_700_000_000, 1_730_000_000)))
            ->setTimezone(new DateTimeZone('Europe/Stockholm'));
    }
}
