<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Cache;

use ErrorException;
use Illuminate\Cache\StorageStore as LaravelStore;
use Lyo\Bridge\Packer;
use Lyo\Bridge\Writes;
use Lyo\Laravel\Adopts;
use TypeError;

/**
 * Laravel 13's cache store on a disk of its filesystem.
 *
 * @internal
 */
class StorageStore extends LaravelStore
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
            return (bool) parent::put($key, $value, $seconds);
        }
        $store = clone $this;
        $store->disk = new PackedDisk($this->disk, $data);

        return $store->putNull($key, $seconds);
    }

    /**
     * @param  string  $key
     * @param  int  $seconds
     */
    private function putNull($key, $seconds): bool
    {
        return (bool) parent::put($key, null, $seconds);
    }

    /**
     * Treats a file with a damaged time of expiry as a miss.
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
     */
    protected function unserialize($value): mixed
    {
        return $this->unpack($value);
    }
}
