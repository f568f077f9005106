<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Beside;

/** Rows of products, so many that serialize() needs about 1, 10 and 100 kB for them; and the same as objects. */
final class Values
{
    /** @return iterable<string, array<mixed>> */
    public static function all(): iterable
    {
        foreach ([1, 10, 100] as $size) {
            yield "$size kB" => self::rows($size * 1000);
        }
        yield '10 kB, objects' => array_map(static fn(array $row): Product => new Product(...$row), self::rows(10_000));
    }

    /** @return list<array{id: int, name: string, price: float, tags: list<string>, sold: bool, changed: string}> */
    private static function rows(int $bytes): array
    {
        $rows = [];
        for ($id = 1; strlen(serialize($rows)) < $bytes; $id++) {
            $rows[] = [
                'id' => $id,
                'name' => 'Product ' . dechex($id * 7919),
                'price' => $id * 37 % 500 / 4,
                'tags' => [['new', 'sale', 'wood', 'steel'][$id % 4], 'shop'],
                'sold' => $id % 3 === 0,
                'changed' => sprintf('2026-11-%02d', $id % 28 + 1),
            ];
        }

        return $rows;
    }
}

final class Product
{
    /** @param list<string> $tags */
    public function __construct(public int $id, public string $name, public float $price, public array $tags, public bool $sold, public string $changed) {}
}
