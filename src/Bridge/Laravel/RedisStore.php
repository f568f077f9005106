<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Laravel;

use Illuminate\Cache\RedisStore as LaravelStore;
use Illuminate\Contracts\Redis\Factory;
use Illuminate\Redis\Connections\Connection;
use Illuminate\Redis\Connections\PhpRedisConnection;
use LogicException;
use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;

use function is_finite;
use function is_numeric;
use function is_string;

/** Laravel's store on Redis; numbers lie there as digits, as Laravel has them, so that Redis and plain Laravel count on. */
final class RedisStore extends LaravelStore
{
    public function __construct(Factory $redis, string $prefix, string $connection, private readonly Packer $packer)
    {
        parent::__construct($redis, $prefix, $connection);
    }

    /** @param mixed $value */
    protected function serialize($value): mixed
    {
        return is_numeric($value) && is_finite((float) $value) ? $value : $this->packer->pack($value);
    }

    /** @param mixed $value */
    protected function unserialize($value): mixed
    {
        if (!is_string($value) || is_numeric($value)) {
            return $value;
        }
        try {
            return $this->packer->unpack($value);
        } catch (Miss) {
            return null;
        }
    }

    /**
     * @param mixed $value
     * @param Connection $connection
     */
    protected function pack($value, $connection): mixed
    {
        self::requireBytes($connection);
        return parent::pack($value, $connection);
    }

    /**
     * @param mixed $value
     * @param Connection $connection
     */
    protected function connectionAwareSerialize($value, $connection): mixed
    {
        self::requireBytes($connection);
        return $this->serialize($value);
    }

    /**
     * @param mixed $value
     * @param Connection $connection
     */
    protected function connectionAwareUnserialize($value, $connection): mixed
    {
        self::requireBytes($connection);
        return $this->unserialize($value);
    }

    /** A client that serializes would write its own format and pass the class policy by; what it has written before is read here. */
    private static function requireBytes(Connection $connection): void
    {
        if ($connection instanceof PhpRedisConnection && $connection->serialized()) {
            throw new LogicException("The Redis connection \"{$connection->getName()}\" serializes by itself: take \"serializer\" out of its options (what it has written can be read without)");
        }
    }
}
