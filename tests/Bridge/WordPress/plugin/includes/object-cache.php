<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// A drop-in like that of Redis Object Cache, on an array: any content of a key is a value, and add() stores only if the key has no content.
// tests/Apps/wordpress.php has the plugin itself.

declare(strict_types=1);

class WP_Object_Cache
{
    /** @var array<string, string> in place of Redis */
    public array $stored = [];
    /** @var array<string, mixed> values of this request */
    public array $cache = [];
    public int $cache_hits = 0;
    public int $cache_misses = 0;

    /** @param bool $fail_gracefully */
    public function __construct(protected $fail_gracefully = false) {}

    /**
     * @param int|string $key
     * @param mixed $value
     * @param string $group
     *
     * @return bool
     */
    public function add($key, $value, $group = 'default')
    {
        return !isset($this->stored["$group:$key"]) && $this->set($key, $value, $group);
    }

    /**
     * @param int|string $key
     * @param mixed $value
     * @param string $group
     *
     * @return bool
     */
    public function set($key, $value, $group = 'default')
    {
        $stored = $this->maybe_serialize($value);
        $this->stored["$group:$key"] = is_scalar($stored) ? (string) $stored : '';
        $this->cache["$group:$key"] = $value;
        return true;
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
        $found = true;
        if (array_key_exists("$group:$key", $this->cache) && !$force) {
            return $this->cache["$group:$key"];
        }
        if (!isset($this->stored["$group:$key"])) {
            $this->cache_misses++;
            return $found = false;
        }
        $this->cache_hits++;
        return $this->cache["$group:$key"] = $this->maybe_unserialize($this->stored["$group:$key"]);
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
        $values = [];
        foreach ($keys as $key) {
            $values[$key] = self::get($key, $group, $force);
        }
        return $values;
    }

    /**
     * @param int|string $key
     * @param string $group
     *
     * @return bool
     */
    public function delete($key, $group = 'default')
    {
        unset($this->stored["$group:$key"], $this->cache["$group:$key"]);
        return true;
    }

    /**
     * @param array<int|string> $keys
     * @param string $group
     *
     * @return array<bool>
     */
    public function delete_multiple(array $keys, $group = 'default')
    {
        return array_map(fn(int|string $key): bool => $this->delete($key, $group), $keys);
    }

    /**
     * @param mixed $data
     *
     * @return mixed
     */
    protected function maybe_serialize($data)
    {
        return serialize($data);
    }

    /**
     * @param mixed $original
     *
     * @return mixed
     */
    protected function maybe_unserialize($original)
    {
        return is_string($original) ? unserialize($original) : $original;
    }
}
