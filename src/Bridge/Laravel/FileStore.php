<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Laravel;

use ErrorException;
use Illuminate\Cache\FileStore as LaravelStore;
use Lyo\Bridge\Miss;
use TypeError;

use function is_int;
use function is_numeric;
use function serialize;

/**
 * Laravel's cache store in files. Its values can be in any format that a Packer reads. Numbers, locks and what add() stores are written as
 * Laravel writes them.
 *
 * @internal
 */
class FileStore extends LaravelStore
{
    use UsesPacker;

    /**
     * @param string $key
     * @param mixed $value
     * @param int $seconds
     */
    public function put($key, $value, $seconds): bool
    {
        $path = $this->path($key);
        $this->ensureCacheDirectoryExists($path);
        $data = is_numeric($value) ? serialize($value) : $this->packer()->pack($value, all: true);
        $written = $this->files->put($path, $this->expiration($seconds) . $data, true);
        if (!is_int($written) || $written === 0) {
            return false;
        }
        $this->ensurePermissionsAreCorrect($path);
        return true;
    }

    /**
     * Treats a file with a damaged time of expiry as a miss. Laravel's code can fail when it computes with such a time.
     *
     * @param string $key
     *
     * @return array<mixed>
     */
    protected function getPayload($key): array
    {
        try {
            return parent::getPayload($key);
        } catch (ErrorException|TypeError) {
            $this->forget($key);
            return $this->emptyPayload();
        }
    }

    /**
     * @param string $value
     *
     * @throws Miss if the value cannot be read; Laravel treats this as a miss
     */
    protected function unserialize($value): mixed
    {
        return $this->packer()->unpack($value, requireClasses: true);
    }
}
