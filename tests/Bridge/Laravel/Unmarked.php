<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Laravel;

use Illuminate\Cache\Repository;
use Illuminate\Contracts\Cache\Store;
use Illuminate\Database\Connection;

/** A cache with a fault: its rows lose their mark. */
final class Unmarked extends Repository
{
    public function __construct(Store $store, private readonly Connection $database)
    {
        parent::__construct($store);
    }

    /**
     * @param array<mixed>|string $key
     * @param mixed $value
     * @param mixed $ttl
     */
    public function put($key, $value, $ttl = null): bool
    {
        $stored = parent::put($key, $value, 600);
        $this->database->table('cache')->where('expiration', '<', 0)->update(['expiration' => time() + 600]);
        return $stored;
    }
}
