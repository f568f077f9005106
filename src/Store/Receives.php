<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Store;

use RuntimeException;

/** A store that takes entries of another one. */
interface Receives
{
    /**
     * Stores it as it is in the other store: under its key, with its time to live.
     *
     * @return bool false if there is something under that key already, which stays
     *
     * @throws RuntimeException if it cannot be written
     */
    public function add(Entry $entry, string $data): bool;
}
