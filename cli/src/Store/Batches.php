<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

use RuntimeException;

/** A store in which several entries can be replaced in less time together. */
interface Batches
{
    /**
     * Replaces several entries as Store::replace() does. Nothing is locked when it returns.
     *
     * @param list<array{Entry, string}> $changes entries that were read from this store, each with its new data
     *
     * @return list<bool|CannotKeep> for each of them what replace() would return or throw
     *
     * @throws NotWritable if this store is read-only
     * @throws RuntimeException if writing failed
     */
    public function replaceAll(array $changes): array;
}
