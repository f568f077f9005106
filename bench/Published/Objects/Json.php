<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects;

use Lyo\Bench\Published\Objects\Sets\Plain\Item;
use Lyo\Bench\Published\Objects\Sets\Plain\Leaf;
use Lyo\Bench\Published\Objects\Sets\Plain\Nested;
use Lyo\Bench\Published\Objects\Sets\Plain\Root;

/**
 * Trees of the plain set as JSON. JSON has no classes, so the objects are made again from arrays.
 *
 * @phpstan-type ItemState array{id: int, label: string, active: bool, price: float}
 */
final class Json
{
    /** The chain is nearly as deep as PHP's JSON functions allow by default. */
    private const DEPTH = 1_024;

    public static function encode(Root $tree): string
    {
        return json_encode($tree, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION, self::DEPTH);
    }

    public static function construct(string $json): Root
    {
        /** @var array{name: string, leaf: array{text: string, number: int, flag: bool}, nested: ?array<mixed>, named: array<string, ItemState>, listed: list<ItemState>} $state */
        $state = json_decode($json, true, self::DEPTH, JSON_THROW_ON_ERROR);
        $leaf = new Leaf($state['leaf']['text'], $state['leaf']['number'], $state['leaf']['flag']);

        return new Root($state['name'], $leaf, self::nested($state['nested']), array_map(self::item(...), $state['named']), array_map(self::item(...), $state['listed']));
    }

    /** @param ?array<mixed> $state */
    private static function nested(?array $state): ?Nested
    {
        /** @var ?array{level: int, next: ?array<mixed>} $state */
        return $state === null ? null : new Nested($state['level'], self::nested($state['next']));
    }

    /** @param ItemState $state */
    private static function item(array $state): Item
    {
        return new Item($state['id'], $state['label'], $state['active'], $state['price']);
    }

    public static function reflect(string $json): Root
    {
        return (new Hydrator(Item::class))->make(Root::class, (array) json_decode($json, true, self::DEPTH, JSON_THROW_ON_ERROR));
    }
}
