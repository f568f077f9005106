<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

use RuntimeException;

/** A place where applications store values by key: a Redis, a Memcached, a table of a database, a folder. */
interface Store
{
    /**
     * Returns all items in any order, using constant memory. A key that exists during the whole iteration is returned at least once. A key that is
     * added, deleted or moved during the iteration may be missing.
     *
     * @param string|null $from Item::$position of an earlier call, to continue from there. Items after it are returned, and possibly some from
     * before it again.
     * @param bool $values true if the values of all items will be read; they are then read many at a time
     *
     * @return iterable<Item>
     *
     * @throws RuntimeException if the store cannot be read
     */
    public function items(?string $from = null, bool $values = false): iterable;

    /**
     * Returns what is stored under a key, or null if there is nothing.
     *
     * @throws RuntimeException if the store cannot be read
     */
    public function get(string $key): ?Entry;

    /**
     * Replaces the data of an entry, if they are still the data that were read. Everything else that the store keeps for the entry (time to
     * live, flags, other columns, modification time) stays the same.
     *
     * @param Entry $entry an entry that was read from this store
     * @param string $data the new data
     *
     * @return bool false if the entry has been changed or deleted since it was read; nothing was written then
     *
     * @throws CannotKeep if something that the store keeps for the entry would be lost
     * @throws NotWritable if this store is read-only
     * @throws RuntimeException if writing failed
     */
    public function replace(Entry $entry, string $data): bool;

    /**
     * Ends the current transaction, if there is one. What was replaced then stays in the store, even if this process dies.
     *
     * @throws RuntimeException if writing failed
     */
    public function commit(): void;
}
