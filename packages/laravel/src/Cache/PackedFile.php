<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Cache;

use Illuminate\Filesystem\Filesystem;
use SensitiveParameter;

/**
 * Lets Laravel's store of files write what is packed already: the store writes null, and this puts the data in the place of its serialize() text.
 * So the name, the head and the permissions of the file are Laravel's own.
 *
 * @internal
 */
final class PackedFile extends Filesystem
{
    public function __construct(private readonly Filesystem $files, #[SensitiveParameter] private readonly string $data) {}

    /**
     * @param  string  $path
     * @param  string  $contents
     * @param  bool  $lock
     */
    public function put($path, $contents, $lock = false): int|bool
    {
        return $this->files->put($path, substr($contents, 0, -strlen(serialize(null))).$this->data, $lock);
    }
}
