<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Store;

use Closure;

/** Something in a store, before it is read. */
final readonly class Item
{
    /**
     * @param string $key as Store::get() takes it
     * @param int|null $bytes the length of its data, if the store tells that without reading them
     * @param string $position Store::items() goes on from here; '' stands for the beginning
     * @param Closure(): ?Entry $read null if it is gone
     */
    public function __construct(
        public string $key,
        public ?int $bytes,
        public string $position,
        private Closure $read,
    ) {}

    public function read(): ?Entry
    {
        return ($this->read)();
    }
}
