<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// What the applications of these tests store. This file needs nothing of Lyo.

declare(strict_types=1);

namespace App;

enum State: string
{
    case Open = 'open';
    case Paid = 'paid';
}

final class Cart
{
    /** @param list<mixed> $items */
    public function __construct(protected int $number, protected State $state, public array $items = [], public ?self $before = null) {}

    /** @return list<string> */
    public function __sleep(): array
    {
        return ['number', 'state', 'items', 'before'];
    }
}

/** @return array<string, mixed> */
function values(): array
{
    $shared = new \stdClass();
    $shared->name = "Gr\u{fc}\u{df}e";
    $reference = [1, 2];
    $values = ['text' => 'just text', 'number' => 42, 'float' => 0.1, 'yes' => true, 'empty' => [], 'twice' => [$shared, $shared, 'name' => $shared->name], 'reference' => [&$reference, &$reference], 'date' => new \DateTimeImmutable('2026-01-02 03:04:05 UTC'), 'object' => new \ArrayObject([1, 'two' => 2])];
    for ($i = 1; $i <= 60; $i++) {
        $cart = new Cart($i, $i % 2 === 0 ? State::Paid : State::Open, array_fill(0, $i, ['id' => $i, 'price' => $i / 8, 'title' => "item $i"]), new Cart($i - 1, State::Open));
        $values["cart $i"] = ['cart' => $cart, 'user' => ['id' => $i, 'roles' => ['editor', 'admin'], 'seen' => $i % 3 === 0]];
    }

    return $values;
}
