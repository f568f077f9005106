<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Drupal\Planted;

use Lyo\Bridge\Drupal\DatabaseBackend;

/** A fault: the mark is left out. */
final class Unmarked extends DatabaseBackend
{
    /** @param array<array{data: mixed, expire?: mixed, tags?: list<string>}> $items */
    protected function doSetMultiple(array $items): void
    {
        parent::doSetMultiple($items);
        $this->connection->query("UPDATE {{$this->bin}} SET expire = CASE expire WHEN -2 THEN -1 ELSE -expire END WHERE expire < -1");
    }
}
