<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\WordPress;

use WP_Object_Cache;

use function array_keys;
use function constant;
use function defined;
use function ini_get;
use function is_array;

/**
 * The object cache of the plugin Redis Object Cache, with the formats of Lyo. redis-object-cache.php installs it.
 *
 * The plugin returns a value for everything that is stored. This class treats data that cannot be read as a miss and deletes them, so that
 * wp_cache_add() stores the value again.
 *
 * @internal
 */
class RedisObjectCache extends WP_Object_Cache
{
    /** Number of items that could not be read. */
    private int $lostItems = 0;
    private readonly MaybeSerializer $maybeSerializer;
    /** True if the constant WP_REDIS_IGBINARY is on, so that servers without this class read and write igbinary. */
    private readonly bool $readsIgbinary;
    /** True if the constant WP_REDIS_SERIALIZER is on, so that phpredis serializes. */
    private readonly bool $isSerialized;

    /** @param bool $fail_gracefully */
    public function __construct($fail_gracefully = false)
    {
        $this->readsIgbinary = self::isOn('WP_REDIS_IGBINARY') && ini_get('igbinary.compact_strings') !== false;
        $this->isSerialized = self::isOn('WP_REDIS_SERIALIZER');
        $this->maybeSerializer = MaybeSerializer::configured($this->readsIgbinary);
        parent::__construct($fail_gracefully);
    }

    /**
     * @param int|string $key
     * @param string $group
     * @param bool $force
     * @param bool|null $found
     *
     * @return mixed
     */
    public function get($key, $group = 'default', $force = false, &$found = null)
    {
        $before = $this->lostItems;
        $value = parent::get($key, $group, $force, $found);
        if ($this->lostItems === $before) {
            return $value;
        }
        $this->lostItems = $before; // not 0: a hook may have called get() while another item was being read
        $this->delete($key, $group);
        return $found = false;
    }

    /**
     * @param array<int|string> $keys
     * @param string $group
     * @param bool $force
     *
     * @return array<mixed>|false
     */
    public function get_multiple($keys, $group = 'default', $force = false)
    {
        $before = $this->lostItems;
        $values = parent::get_multiple($keys, $group, $force);
        if ($this->lostItems !== $before) {
            $this->lostItems = $before;
            $this->delete_multiple(is_array($values) ? array_keys($values, false, true) : [], $group);
        }
        return $values;
    }

    /**
     * Writes what the plugin itself writes while WP_REDIS_IGBINARY or WP_REDIS_SERIALIZER is on, because servers without this class can read
     * nothing else then.
     *
     * @param mixed $data
     *
     * @return mixed
     */
    protected function maybe_serialize($data)
    {
        return $this->readsIgbinary || $this->isSerialized ? parent::maybe_serialize($data) : $this->maybeSerializer->maybeSerialize($data);
    }

    /**
     * @param mixed $original
     *
     * @return mixed
     */
    protected function maybe_unserialize($original)
    {
        if ($this->isSerialized) {
            return parent::maybe_unserialize($original);
        }
        $value = $this->maybeSerializer->maybeUnserialize($original, $found);
        if (!$found) {
            $this->lostItems++;
            $this->cache_hits--; // the plugin has counted a hit
            $this->cache_misses++;
        }
        return $value;
    }

    private static function isOn(string $constant): bool
    {
        return defined($constant) && (bool) constant($constant);
    }
}
