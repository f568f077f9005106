<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\WordPress;

use WP_Object_Cache;

use function array_keys;
use function constant;
use function defined;
use function function_exists;
use function is_array;

/**
 * The object cache of the plugin Redis Object Cache, with our formats; redis-object-cache.php puts it to use.
 *
 * The plugin takes whatever lies under a key for a value. Here data that cannot be read are no value. They are deleted, so that
 * wp_cache_add() stores the value anew.
 */
class RedisObjectCache extends WP_Object_Cache
{
    /** How many items could not be read. */
    private int $lostItems = 0;
    private readonly MaybeSerializer $maybeSerializer;
    /** WP_REDIS_IGBINARY: heads without this class read and write igbinary. */
    private readonly bool $readsIgbinary;

    /** @param bool $fail_gracefully */
    public function __construct($fail_gracefully = false)
    {
        $this->readsIgbinary = self::isOn('WP_REDIS_IGBINARY') && function_exists('igbinary_serialize');
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
        $this->lostItems = $before; // a hook may have called this while another item was read
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
     * While WP_REDIS_IGBINARY is on, and for WP_REDIS_SERIALIZER, the plugin's own: heads without this class read nothing else.
     *
     * @param mixed $data
     *
     * @return mixed
     */
    protected function maybe_serialize($data)
    {
        return $this->readsIgbinary || self::isOn('WP_REDIS_SERIALIZER') ? parent::maybe_serialize($data) : $this->maybeSerializer->maybeSerialize($data);
    }

    /**
     * @param mixed $original
     *
     * @return mixed
     */
    protected function maybe_unserialize($original)
    {
        if (self::isOn('WP_REDIS_SERIALIZER')) {
            return parent::maybe_unserialize($original);
        }
        $value = $this->maybeSerializer->maybeUnserialize($original, $found);
        if (!$found) {
            $this->lostItems++;
            $this->cache_hits--; // the plugin counts a hit for it
            $this->cache_misses++;
        }
        return $value;
    }

    private static function isOn(string $constant): bool
    {
        return defined($constant) && (bool) constant($constant);
    }
}
