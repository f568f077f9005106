<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Cache;

use Closure;
use Illuminate\Cache\MemcachedStore as LaravelStore;
use Lyo\Bridge\Miss;
use Lyo\Bridge\Writes;
use Lyo\Laravel\Adopts;
use Memcached;

/**
 * Laravel's cache store in Memcached, whose client serializes by itself. Arrays and objects are packed here, and get a flag of Memcached that no
 * other value has: a string that somebody has stored is never unpacked. All else, and everything in "native", is left to the client.
 *
 * @internal
 */
class MemcachedStore extends LaravelStore
{
    use Adopts;
    use PacksValues;

    /** Memcached::OPT_USER_FLAGS, which PHPStan does not know. */
    private const USER_FLAGS = -1006;

    /** The flag of what is packed: the letters "Ly". */
    private const PACKED = 0x4C79;

    /**
     * @param  string  $key
     */
    public function get($key): mixed
    {
        $found = $this->memcached->get($this->prefix.$key, null, Memcached::GET_EXTENDED);

        return is_array($found) ? $this->value($found) : null;
    }

    /**
     * @param  array<string|int>  $keys
     * @return array<mixed> by key; null for what is not there
     */
    public function many(array $keys): array
    {
        $wanted = array_map(fn (string|int $key): string => $this->prefix.$key, $keys);
        $found = $wanted === [] ? [] : $this->memcached->getMulti($wanted, Memcached::GET_EXTENDED);
        $values = [];
        foreach ($keys as $key) {
            $item = is_array($found) ? $found[$this->prefix.$key] ?? null : null;
            $values[$key] = is_array($item) ? $this->value($item) : null;
        }

        return $values;
    }

    /**
     * @param  string  $key
     * @param  mixed  $value
     * @param  int  $seconds
     */
    public function put($key, $value, $seconds): bool
    {
        return $this->packs($value)
            ? $this->flagged(fn (): bool => parent::put($key, $this->packed($value), $seconds))
            : parent::put($key, $value, $seconds);
    }

    /**
     * @param  array<mixed>  $values
     * @param  int  $seconds
     */
    public function putMany(array $values, $seconds): bool
    {
        $packed = array_map($this->packed(...), array_filter($values, $this->packs(...)));
        $others = array_diff_key($values, $packed);
        $stored = $packed === [] || $this->flagged(fn (): bool => parent::putMany($packed, $seconds));

        return ($others === [] || parent::putMany($others, $seconds)) && $stored;
    }

    /**
     * @param  string  $key
     * @param  mixed  $value
     * @param  int  $seconds
     */
    public function add($key, $value, $seconds): bool
    {
        return $this->packs($value)
            ? $this->flagged(fn (): bool => parent::add($key, $this->packed($value), $seconds))
            : parent::add($key, $value, $seconds);
    }

    private function packs(mixed $value): bool
    {
        return (is_array($value) || is_object($value)) && $this->packer()->writes !== Writes::Native;
    }

    /**
     * @param  Closure(): bool  $store
     */
    private function flagged(Closure $store): bool
    {
        $before = $this->memcached->getOption(self::USER_FLAGS);
        $this->memcached->setOption(self::USER_FLAGS, self::PACKED);
        try {
            return $store();
        } finally {
            $this->memcached->setOption(self::USER_FLAGS, $before);
        }
    }

    /**
     * @param  array<mixed>  $found  what the client returns: value, cas, flags
     */
    private function value(array $found): mixed
    {
        $value = $found['value'] ?? null;
        if (($found['flags'] ?? null) !== self::PACKED || ! is_string($value)) {
            return $value;
        }
        try {
            return $this->packer()->unpack($value, requireClasses: true);
        } catch (Miss) {
            return null;
        }
    }
}
