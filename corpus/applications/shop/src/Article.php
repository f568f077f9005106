<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Shop;

/** A row of the table of articles, made by PDO. */
final class Article
{
    public int $id;

    public string $number;

    public string $name;

    public float $price;

    public int $stock;

    public ?string $discontinued;

    protected ?string $description = null;
}
