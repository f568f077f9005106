<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

use Closure;

/** An item of a store, whose data may not have been read yet. */
final readonly class Item
{
    /**
     * @param string $key the argument for Store::get()
     * @param int|null $bytes size of the data, approximate in some stores; null if the store cannot tell it without reading them
     * @param string $position the argument for Store::items() to continue from here; '' is the beginning
     * @param Closure(): ?Entry $read reads the data; returns null if the item does not exist any more
     */
    public function __construct(
        public string $key,
        public ?int $bytes,
        public string $position,
        private Closure $read,
    ) {}

    /** Reads the data. Returns null if the item does not exist any more. */
    public function read(): ?Entry
    {
        return ($this->read)();
    }
}
