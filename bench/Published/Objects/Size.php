<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects;

/** How large a tree is. */
final readonly class Size
{
    public const LARGEST = 20_000;

    public int $objects;

    /**
     * @param int $depth links of the chain
     * @param int $items in each of the two arrays
     */
    public function __construct(public int $depth, public int $items)
    {
        $this->objects = 2 + $depth + 2 * $items;
    }

    /** @return non-empty-list<self> those of the comparison: the smallest, and others that are not above a part of the largest */
    public static function all(int $scale): array
    {
        return [new self(10, 10), ...self::upTo($scale, [[100, 500], [500, 2_000], [500, 9_749]])];
    }

    /** @return non-empty-list<self> from 10 objects on */
    public static function ladder(int $scale): array
    {
        return [new self(2, 3), ...self::upTo($scale, [[10, 10], [20, 39], [50, 124], [100, 500], [500, 2_000], [500, 4_749], [500, 9_749]])];
    }

    /**
     * @param list<array{int, int}> $sizes
     * @return list<self>
     */
    private static function upTo(int $scale, array $sizes): array
    {
        $sizes = array_map(static fn(array $size): self => new self(...$size), $sizes);

        return array_values(array_filter($sizes, static fn(self $size): bool => $size->objects * $scale <= self::LARGEST));
    }

    public function name(): string
    {
        return number_format($this->objects) . ' objects';
    }
}
