<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Cache;

use Illuminate\Cache\StorageStore as LaravelStore;
use SensitiveParameter;

/**
 * Laravel 13's cache store on a disk of its filesystem.
 *
 * @internal
 */
class StorageStore extends LaravelStore
{
    use PacksFiles;

    private function writing(#[SensitiveParameter] string $data): static
    {
        $store = clone $this;
        $store->disk = new PackedDisk($this->disk, $data);

        return $store;
    }
}
