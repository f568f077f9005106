<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Store;

use RuntimeException;

/** Where applications keep values under keys: a Redis, a Memcached, a table of a database, a folder. */
interface Store
{
    /**
     * All items, in any order, in constant memory. A key that exists during the whole iteration comes at least once. A key that is added,
     * deleted or moved in the meantime may come or not.
     *
     * @param string|null $from where an earlier call was (Item::$position): all items that had not come by then come, and perhaps others
     * again
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
     * Replaces the data of an entry that was read, if the store still has the data that were read. What else the store keeps with it (time
     * to live, flags, other columns, modification time) stays as it is.
     *
     * @param Entry $entry of this store
     *
     * @return bool false if the entry was changed or deleted in the meantime; nothing was written then
     *
     * @throws CannotKeep if the store would lose what it keeps with it
     * @throws NotWritable if this store cannot be written to
     * @throws RuntimeException if writing failed
     */
    public function replace(Entry $entry, string $data): bool;

    /**
     * Makes sure that what was replaced stays in the store, even if this process dies afterwards.
     *
     * @throws RuntimeException if it could not be written
     */
    public function commit(): void;
}
