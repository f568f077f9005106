<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Cache;

use Illuminate\Cache\RedisStore as LaravelStore;
use Lyo\Laravel\Adopts;

/**
 * Laravel's cache store in Redis. Numbers are stored as digits, as in Laravel, so that Redis and plain Laravel can increment them. If phpredis
 * serializes by itself, Laravel hands it the values, and this class has nothing to do.
 *
 * @internal
 */
class RedisStore extends LaravelStore
{
    use Adopts;
    use PacksValues;

    /**
     * @param  mixed  $value
     */
    protected function serialize($value): mixed
    {
        return $this->shouldBeStoredWithoutSerialization($value) ? $value : $this->packed($value);
    }

    /**
     * @param  mixed  $value
     */
    protected function unserialize($value): mixed
    {
        return is_string($value) && ! is_numeric($value) ? $this->unpack($value) : $value;
    }
}
