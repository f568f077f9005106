<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Laravel;

use Illuminate\Cache\DatabaseStore as LaravelStore;
use Illuminate\Database\PostgresConnection;
use Illuminate\Database\Query\Builder;
use Illuminate\Database\SQLiteConnection;
use Lyo\Bridge\Expiry;
use Lyo\Format;

use function array_filter;
use function array_keys;
use function array_map;
use function array_values;
use function base64_encode;
use function in_array;
use function is_numeric;
use function is_string;
use function serialize;
use function str_contains;

/**
 * Laravel's cache store in a database. Numbers, and what add() stores, are written as Laravel writes them, so that increment() and locks of plain
 * Laravel work with them. A row that plain Laravel cannot read has a marked time of expiry (see Expiry), so that plain Laravel misses it.
 *
 * @internal
 */
class DatabaseStore extends LaravelStore
{
    use UsesPacker;

    /** True in add(), which writes no mark. */
    private bool $plain = false;

    /**
     * @param array<string|int> $keys
     *
     * @return array<mixed> by key; null for what is not there, has expired or cannot be read
     */
    public function many(array $keys): array
    {
        $values = [];
        $names = [];
        foreach ($keys as $key) {
            $values[$key] = null;
            $names["$this->prefix$key"] = $key;
        }
        foreach ($keys === [] ? [] : $this->table()->whereIn('key', array_keys($names))->get() as $row) {
            $row = (array) $row;
            if (self::isAlive((int) $row['expiration'], $this->getTime())) {
                $values[$names[$row['key']]] = $this->unserialize($row['value']);
            } else {
                $this->table()->where('key', $row['key'])->where('expiration', $row['expiration'])->delete(); // not what another process has just stored
            }
        }
        return $values;
    }

    /**
     * @param array<mixed> $values
     * @param int $seconds
     */
    public function putMany(array $values, $seconds): bool
    {
        $until = $this->getTime() + $seconds;
        $rows = [];
        foreach ($values as $key => $value) {
            $data = $this->serialize($value);
            $rows[] = ['key' => $this->prefix . $key, 'value' => $data, 'expiration' => self::isPlain($data) ? $until : Expiry::marked($until)];
        }
        return $this->table()->upsert($rows, 'key') > 0;
    }

    /**
     * @param string $key
     * @param mixed $value
     * @param int $seconds
     */
    public function add($key, $value, $seconds): bool
    {
        $this->plain = true;
        try {
            return (bool) parent::add($key, $value, $seconds);
        } finally {
            $this->plain = false;
        }
    }

    /**
     * Gives an item another time of expiry. Laravel has this method since version 13.
     *
     * @param string $key
     * @param int $seconds
     */
    public function touch($key, $seconds): bool
    {
        $now = $this->getTime();
        $row = fn(): Builder => $this->table()->where('key', $this->prefix . $key);
        return $row()->where('expiration', '>', $now)->update(['expiration' => $now + $seconds]) > 0
            || $row()->where('expiration', '<', -$now)->update(['expiration' => Expiry::marked($now + $seconds)]) > 0;
    }

    /**
     * @param array<string> $keys
     */
    protected function forgetManyIfExpired(array $keys, bool $prefixed = false): bool
    {
        $prefix = $prefixed ? '' : $this->prefix;
        $alive = $this->table()->whereIn('key', array_map(static fn(string $key): string => $prefix . $key, $keys))->where('expiration', '<', -$this->getTime())->pluck('key')->all();
        $past = array_filter($keys, static fn(string $key): bool => !in_array($prefix . $key, $alive, true));
        return $past === [] || (bool) parent::forgetManyIfExpired(array_values($past), $prefixed);
    }

    /** @param mixed $value */
    protected function serialize($value): string
    {
        $data = is_numeric($value) || $this->plain ? serialize($value) : $this->packer()->pack($value, all: true);
        // Laravel has the same rule for these two databases and decodes the Base64 when it reads. Other databases can store a NUL in a text.
        $textEndsAtNul = $this->connection instanceof PostgresConnection || $this->connection instanceof SQLiteConnection;
        return $textEndsAtNul && str_contains($data, "\0") ? base64_encode($data) : Armor::on($data);
    }

    /** @param mixed $value */
    protected function unserialize($value): mixed
    {
        return is_string($value) ? $this->unpack(Armor::off($value)) : null;
    }

    private static function isAlive(int $expiration, int $now): bool
    {
        return Expiry::isMarked($expiration) ? Expiry::time($expiration) > $now : $expiration > $now;
    }

    /** Tells whether plain Laravel reads this. */
    private static function isPlain(string $stored): bool
    {
        return Format::detect(Armor::off($stored)) === Format::Native;
    }
}
