<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Store;

use RuntimeException;

/** Where applications keep values under keys: a Redis, a Memcached, a table of a database, a folder. */
interface Store
{
    /**
     * All that is stored, in whatever order, in constant memory. A key that is there from the first to the last moment comes at least once;
     * one that others add, delete or move meanwhile may come or not.
     *
     * @param string|null $from where an earlier call was (Item::$position): all that had not come before that comes, and perhaps more
     * @param bool $values the values of all items will be read, so they are fetched many at a time
     *
     * @return iterable<Item>
     *
     * @throws RuntimeException if the store cannot be read
     */
    public function items(?string $from = null, bool $values = false): iterable;

    /**
     * What is stored under a key; null if there is nothing.
     *
     * @throws RuntimeException if the store cannot be read
     */
    public function get(string $key): ?Entry;

    /**
     * Puts other data in the place of an entry that was read, if the store still holds what was read. What else the store keeps with it
     * (time to live, flags, other columns, time of change) stays as it is.
     *
     * @param Entry $entry of this store
     *
     * @return bool false if it has changed or gone meanwhile: whoever did that wins, and nothing was written
     *
     * @throws CannotKeep if the store would lose what it keeps with it
     * @throws NotWritable if this store cannot be written to
     * @throws RuntimeException if writing failed
     */
    public function replace(Entry $entry, string $data): bool;

    /**
     * What was replaced is in the store when this returns, also if this process dies.
     *
     * @throws RuntimeException if it could not be written
     */
    public function commit(): void;
}
