<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

use RuntimeException;

/** A store to which entries of another store can be copied. */
interface Receives
{
    /**
     * Stores $data under the key of an entry of another store, with the time to live of that entry.
     *
     * @return bool false if the key exists already; nothing was written then
     *
     * @throws RuntimeException if the entry cannot be written
     */
    public function add(Entry $entry, string $data): bool;
}
