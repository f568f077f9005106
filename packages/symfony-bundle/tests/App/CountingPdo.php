<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Tests\App;

final class CountingPdo extends \PDO
{
    public static int $statements = 0;

    public function __construct(string $file)
    {
        parent::__construct('sqlite:'.$file);
        parent::exec('PRAGMA synchronous = off');
    }

    /**
     * @param array<int, mixed> $options
     */
    public function prepare(string $query, array $options = []): \PDOStatement|false
    {
        ++self::$statements;

        return parent::prepare($query, $options);
    }

    public function exec(string $statement): int|false
    {
        ++self::$statements;

        return parent::exec($statement);
    }
}
