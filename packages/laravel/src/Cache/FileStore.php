<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Cache;

use Illuminate\Cache\FileStore as LaravelStore;
use SensitiveParameter;

/**
 * Laravel's cache store in files. Strings, numbers, booleans, locks and what add() stores are written as Laravel writes them.
 *
 * @internal
 */
class FileStore extends LaravelStore
{
    use PacksFiles;

    private function writing(#[SensitiveParameter] string $data): static
    {
        $store = clone $this;
        $store->files = new PackedFile($this->files, $data);

        return $store;
    }
}
