<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// A drop-in of WordPress for tests: a persistent object cache on Redis, by Predis. It has no cache of its own, so each call asks Redis.

declare(strict_types=1);

final class WP_Object_Cache
{
    private readonly Predis\Client $client;

    public function __construct()
    {
        $this->client = new Predis\Client('tcp://' . WP_REDIS_HOST . ':' . WP_REDIS_PORT);
    }

    /** @param bool|null $replaces whether there must be such a key; null if that does not matter */
    public function store(int|string $key, mixed $value, string $group, int $expire, ?bool $replaces = null): bool
    {
        $stored = maybe_serialize(is_object($value) ? clone $value : $value);
        $how = [...($expire > 0 ? ['EX', $expire] : []), ...($replaces === null ? [] : [$replaces ? 'XX' : 'NX'])];

        return $this->client->set(self::name($key, $group), is_scalar($stored) ? (string) $stored : '', ...$how) !== null;
    }

    public function get(int|string $key, string $group, ?bool &$found): mixed
    {
        $stored = $this->client->get(self::name($key, $group));
        $found = $stored !== null;

        return $found ? maybe_unserialize($stored) : false;
    }

    public function delete(int|string $key, string $group): bool
    {
        return $this->client->del(self::name($key, $group)) === 1;
    }

    public function add(int|string $key, int $offset, string $group): int|false
    {
        $name = self::name($key, $group);

        return $this->client->exists($name) === 1 ? $this->client->incrby($name, $offset) : false;
    }

    public function flush(): bool
    {
        $this->client->flushdb();

        return true;
    }

    private static function name(int|string $key, string $group): string
    {
        return ($group === '' ? 'default' : $group) . ":$key";
    }
}

function wp_cache_init(): void
{
    $GLOBALS['wp_object_cache'] = new WP_Object_Cache();
}

function wp_cache_add($key, $value, $group = '', $expire = 0)
{
    return !wp_suspend_cache_addition() && $GLOBALS['wp_object_cache']->store($key, $value, (string) $group, (int) $expire, false);
}

function wp_cache_set($key, $value, $group = '', $expire = 0)
{
    return $GLOBALS['wp_object_cache']->store($key, $value, (string) $group, (int) $expire);
}

function wp_cache_replace($key, $value, $group = '', $expire = 0)
{
    return $GLOBALS['wp_object_cache']->store($key, $value, (string) $group, (int) $expire, true);
}

function wp_cache_get($key, $group = '', $force = false, &$found = null)
{
    return $GLOBALS['wp_object_cache']->get($key, (string) $group, $found);
}

function wp_cache_delete($key, $group = '')
{
    return $GLOBALS['wp_object_cache']->delete($key, (string) $group);
}

function wp_cache_incr($key, $offset = 1, $group = '')
{
    return $GLOBALS['wp_object_cache']->add($key, (int) $offset, (string) $group);
}

function wp_cache_decr($key, $offset = 1, $group = '')
{
    return $GLOBALS['wp_object_cache']->add($key, -(int) $offset, (string) $group);
}

function wp_cache_flush()
{
    return $GLOBALS['wp_object_cache']->flush();
}

function wp_cache_close()
{
    return true;
}

function wp_cache_add_global_groups($groups): void {}

function wp_cache_add_non_persistent_groups($groups): void {}

function wp_cache_switch_to_blog($blog): void {}
