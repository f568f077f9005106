<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Laravel;

use Illuminate\Cache\RedisStore as LaravelStore;
use Illuminate\Redis\Connections\Connection;
use Illuminate\Redis\Connections\PhpRedisConnection;
use LogicException;

use function is_numeric;
use function is_string;

/**
 * Laravel's cache store in Redis. Numbers are stored as digits, as in Laravel, so that Redis and plain Laravel can increment them.
 *
 * @internal
 */
class RedisStore extends LaravelStore
{
    use UsesPacker;

    /**
     * Refuses a client that serializes: it would write its own format and ignore the class policy. What such a client has written before can be
     * read.
     *
     * @return Connection
     */
    public function connection()
    {
        $connection = parent::connection();
        if ($connection instanceof PhpRedisConnection && $connection->serialized()) {
            throw new LogicException("The Redis connection \"{$connection->getName()}\" serializes by itself: take \"serializer\" out of its options (what it has written can be read without)");
        }
        return $connection;
    }

    /** @param mixed $value */
    protected function serialize($value): mixed
    {
        return $this->shouldBeStoredWithoutSerialization($value) ? $value : $this->packed($value);
    }

    /** @param mixed $value */
    protected function unserialize($value): mixed
    {
        return is_string($value) && !is_numeric($value) ? $this->unpack($value) : $value;
    }
}
