<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Place;

use Lyo\Tools\Packed\Algorithm;
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

    public function packed(): ?Algorithm
    {
        return $this->entry?->packed;
    }

    public function read(): string
    {
        try {
            $this->entry = $this->store->get($this->key) ?? throw new RuntimeException('there is no such key');
        } catch (RuntimeException $e) {
            throw new RuntimeException("{$this->name()}: {$e->getMessage()}", 0, $e);
        }

        return $this->entry->data;
    }

    public function replace(string $old, string $new): bool
    {
        $this->entry ??= $this->store->get($this->key);

        return $this->entry !== null && $this->entry->data === $old && $this->store->replace($this->entry, $new);
    }
}
