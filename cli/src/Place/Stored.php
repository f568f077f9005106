<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Place;

use Lyo\Tools\Store\Entry;
use Lyo\Tools\Store\Store;
use RuntimeException;

/** A value under a key of a store. */
final class Stored implements Place
{
    private ?Entry $entry = null;

    /** @param string $source name of the store, for messages */
    public function __construct(private readonly Store $store, private readonly string $source, private readonly string $key) {}

    public function name(): string
    {
        return "$this->source, $this->key";
    }

    public function read(): string
    {
        $this->entry = $this->store->get($this->key) ?? throw new RuntimeException("{$this->name()}: there is no such key");

        return $this->entry->data;
    }

    public function replace(string $old, string $new): bool
    {
        $this->entry ??= $this->store->get($this->key);
        $replaced = $this->entry !== null && $this->entry->data === $old && $this->store->replace($this->entry, $new);
        $this->store->commit();

        return $replaced;
    }
}
