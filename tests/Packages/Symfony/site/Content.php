<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Packages\Symfony\Site;

use DateTimeImmutable;

/** The content of a small shop, the same each time it is made. */
final class Content
{
    private const WORDS = ['linen', 'cotton', 'shirt', 'blue', 'summer', 'classic', 'long', 'sleeve', 'pocket', 'washed', 'light', 'organic', 'regular', 'fit', 'button', 'collar', 'soft', 'woven', 'stripe', 'outdoor'];

    /** @return list<Product> */
    public static function products(int $page): array
    {
        $root = new Category(1, 'Clothing');
        $categories = array_map(static fn(int $i): Category => new Category($i, ucfirst(self::words($i, 2)), $root), range(2, 9));
        return array_map(static fn(int $id): Product => new Product(
            $id,
            sprintf('SKU-%06d', $id * 37),
            ucfirst(self::words($id, 3)),
            ucfirst(self::words($id * 3, 18)) . '.',
            new Money(1990 + $id % 40 * 100, 'EUR'),
            $categories[$id % 8],
            array_slice(['new', 'sale', 'organic', 'outlet'], $id % 3, 2),
            ['colour' => self::words($id, 1), 'size' => ['S', 'M', 'L', 'XL'][$id % 4], 'weight' => 150 + $id % 90, 'washable' => $id % 2 === 0],
            new DateTimeImmutable('2026-01-01 +' . $id . ' hours'),
            $id % 5 === 0 ? null : $id % 70,
        ), range($page * 30 + 1, $page * 30 + 30));
    }

    /** @return array<string, mixed> the menu, settings, texts, exchange rates */
    public static function shared(string $name): array
    {
        return match ($name) {
            'menu' => array_map(static fn(int $i): array => ['title' => ucfirst(self::words($i, 2)), 'route' => 'category_show', 'parameters' => ['id' => $i], 'children' => array_map(static fn(int $j): array => ['title' => ucfirst(self::words($i * $j, 2)), 'route' => 'category_show', 'parameters' => ['id' => $i * 10 + $j], 'children' => []], range(1, 7))], array_combine(array_map(static fn(int $i): string => "entry$i", range(1, 8)), range(1, 8))),
            'settings' => array_combine(array_map(static fn(int $i): string => 'shop.' . self::words($i, 1) . ".$i", range(1, 60)), array_map(static fn(int $i): mixed => match ($i % 4) {
                0 => $i % 8 === 0,
                1 => $i * 10,
                2 => self::words($i, 2),
                default => null,
            }, range(1, 60))),
            'texts' => array_combine(array_map(static fn(int $i): string => 'label.' . self::words($i, 2) . ".$i", range(1, 150)), array_map(static fn(int $i): string => ucfirst(self::words($i * 7, 4)), range(1, 150))),
            default => array_combine(array_map(static fn(int $i): string => chr(65 + $i % 26) . chr(65 + $i % 7) . 'R', range(0, 29)), array_map(static fn(int $i): float => round(1 + $i / 7, 4), range(0, 29))),
        };
    }

    /** @return array{id: int, title: string, rows: list<array{id: int, name: string, price: int, stock: int, new: bool}>} */
    public static function teaser(int $number): array
    {
        return ['id' => $number, 'title' => ucfirst(self::words($number, 3)), 'rows' => array_map(static fn(int $i): array => ['id' => $number * 100 + $i, 'name' => self::words($i * $number, 3), 'price' => 990 + $i * 50, 'stock' => $i % 9, 'new' => $i % 4 === 0], range(1, 12))];
    }

    /** @return array{customer: int, viewed: list<Product>, since: DateTimeImmutable} */
    public static function customer(int $number): array
    {
        return ['customer' => $number, 'viewed' => array_slice(self::products($number), 0, 4), 'since' => new DateTimeImmutable("2026-02-01 +$number days")];
    }

    private static function words(int $seed, int $count): string
    {
        return implode(' ', array_map(static fn(int $i): string => self::WORDS[($seed * 7 + $i * $i + $i * $seed) % 20], range(1, $count)));
    }
}
