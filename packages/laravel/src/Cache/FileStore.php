<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Cache;

use ErrorException;
use Illuminate\Cache\FileStore as LaravelStore;
use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;
use Lyo\Bridge\Writes;
use Lyo\Laravel\Adopts;
use TypeError;

/**
 * Laravel's cache store in files. Strings, numbers, booleans, locks and what add() stores are written as Laravel writes them.
 *
 * @internal
 */
class FileStore extends LaravelStore
{
    use Adopts;
    use PacksValues;

    /**
     * @param  string  $key
     * @param  mixed  $value
     * @param  int  $seconds
     */
    public function put($key, $value, $seconds): bool
    {
        $data = $this->packer()->writes === Writes::Native || is_numeric($value) ? null : $this->packed($value);
        if ($data === null || Packer::isText($data)) {
            return parent::put($key, $value, $seconds);
        }
        $store = clone $this;
        $store->files = new PackedFile($this->files, $data);

        return $store->putNull($key, $seconds);
    }

    /**
     * @param  string  $key
     * @param  int  $seconds
     */
    private function putNull($key, $seconds): bool
    {
        return parent::put($key, null, $seconds);
    }

    /**
     * Treats a file with a damaged time of expiry as a miss. Laravel's code can fail when it computes with such a time.
     *
     * @param  string  $key
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
     * @param  string  $value
     *
     * @throws Miss if the value cannot be read; Laravel treats this as a miss
     */
    protected function unserialize($value): mixed
    {
        return $this->packer()->unpack($value, requireClasses: true);
    }
}
