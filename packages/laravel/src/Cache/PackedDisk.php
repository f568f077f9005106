<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Cache;

use Illuminate\Contracts\Filesystem\Filesystem;
use Illuminate\Filesystem\FilesystemAdapter;
use SensitiveParameter;

/**
 * Does for a disk what PackedFile does for files.
 *
 * @internal
 */
final class PackedDisk extends FilesystemAdapter
{
    public function __construct(private readonly Filesystem $disk, #[SensitiveParameter] private readonly string $data) {}

    /**
     * @param  string  $path
     * @param  string  $contents
     * @param  mixed  $options
     */
    public function put($path, $contents, $options = []): bool
    {
        return $this->disk->put($path, substr($contents, 0, -strlen(serialize(null))).$this->data);
    }
}
