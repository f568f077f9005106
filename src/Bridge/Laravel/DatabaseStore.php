<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Laravel;

use Illuminate\Cache\DatabaseStore as LaravelStore;
use Illuminate\Database\PostgresConnection;
use Illuminate\Database\Query\Builder;
use Illuminate\Database\QueryException;
use Illuminate\Database\SQLiteConnection;
use Illuminate\Database\SqlServerConnection;
use Lyo\Bridge\Expiry;
use Lyo\Bridge\Packer;

use function array_fill_keys;
use function array_keys;
use function array_map;
use function base64_encode;
use function is_string;
use function serialize;
use function str_contains;
use function strval;

/**
 * Laravel's cache store in a database. Strings, numbers, booleans and what add() stores are written as Laravel writes them, so that increment()
 * and locks of plain Laravel work with them. A row that plain Laravel cannot read has a marked time of expiry (see Expiry), so that plain
 * Laravel misses it.
 *
 * @internal
 */
class DatabaseStore extends LaravelStore
{
    use UsesPacker;

    /** The earliest stored time of the rows that queries see; null for all rows. */
    private ?int $earliest = null;

    /**
     * @param array<string|int> $keys
     *
     * @return array<mixed> by key; null for what is not there, has expired or cannot be read
     */
    public function many(array $keys): array
    {
        $values = array_fill_keys($keys, null);
        $names = $expired = [];
        foreach ($keys as $key) {
            $names[$this->prefix . $key] = $key;
        }
        // PHP makes ints of digits, and some databases compare them with text in another way.
        $wanted = array_map(strval(...), array_keys($names));
        foreach ($wanted === [] ? [] : $this->table()->whereIn('key', $wanted)->get() as $row) {
            /** @var array{key: string, value: mixed, expiration: int|string} $row */
            $row = (array) $row;
            if (!isset($names[$row['key']])) {
                continue; // a collation that ignores case finds other keys, too
            }
            if (self::isAlive((int) $row['expiration'], $this->getTime())) {
                $values[$names[$row['key']]] = $this->unserialize($row['value']);
            } else {
                $expired[] = $row['key'];
            }
        }
        if ($expired !== []) {
            $this->forgetManyIfExpired($expired, prefixed: true);
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
            $rows[] = $this->row($key, $this->serialize($value), $until);
        }
        return $this->table()->upsert($rows, 'key') > 0;
    }

    /**
     * Stores an item that is not there. Plain Laravel reads it, if that is possible: a plain host that missed it would store its own.
     *
     * @param string $key
     * @param mixed $value
     * @param int $seconds
     */
    public function add($key, $value, $seconds): bool
    {
        if ($this->get($key) !== null) {
            return false;
        }
        $data = $this->packer()->seals() ? $this->serialize($value) : $this->asText(serialize($value));
        $row = $this->row($key, $data, $this->getTime() + $seconds);
        if (!$this->connection instanceof SqlServerConnection) {
            return $this->table()->insertOrIgnore($row) > 0;
        }
        try {
            return $this->table()->insert($row);
        } catch (QueryException) { // another process was faster
            return false;
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
        $until = $now + (int) $seconds;
        $marked = Expiry::marked($until);
        return $this->table()
            ->where('key', $this->prefix . $key)
            ->where(static fn(Builder $row): Builder => $row->where('expiration', '>', $now)->orWhere('expiration', '<', -$now))
            ->update(['expiration' => $this->connection->raw("case when expiration < 0 then $marked else $until end")]) > 0;
    }

    /**
     * Laravel's own code deletes what has expired; it does not see rows with a mark that have not.
     *
     * @param array<string> $keys
     */
    protected function forgetManyIfExpired(array $keys, bool $prefixed = false): bool
    {
        $store = clone $this;
        $store->earliest = -$this->getTime();
        return $store->forgetExpired($keys, $prefixed);
    }

    /** @param array<string> $keys */
    private function forgetExpired(array $keys, bool $prefixed): bool
    {
        return (bool) parent::forgetManyIfExpired($keys, $prefixed);
    }

    protected function table(): Builder
    {
        $table = parent::table();
        return $this->earliest === null ? $table : $table->where('expiration', '>=', $this->earliest);
    }

    /** @param mixed $value */
    protected function serialize($value): string
    {
        return $this->asText($this->packed($value));
    }

    /** @param mixed $value */
    protected function unserialize($value): mixed
    {
        return is_string($value) ? $this->unpack(Armor::off($value)) : null;
    }

    private function asText(string $data): string
    {
        return $this->plainReadsBase64() && str_contains($data, "\0") ? base64_encode($data) : Armor::on($data);
    }

    /** Laravel writes text with a NUL as Base64 for these two databases, and decodes it when it reads. Other databases can store a NUL in a text. */
    private function plainReadsBase64(): bool
    {
        return $this->connection instanceof PostgresConnection || $this->connection instanceof SQLiteConnection;
    }

    /** @return array{key: string, value: string, expiration: int} */
    private function row(int|string $key, string $stored, int $until): array
    {
        $isPlain = Packer::isText($this->plainReadsBase64() ? Armor::off($stored) : $stored);
        return ['key' => $this->prefix . $key, 'value' => $stored, 'expiration' => $isPlain ? $until : Expiry::marked($until)];
    }

    private static function isAlive(int $expiration, int $now): bool
    {
        return Expiry::isMarked($expiration) ? Expiry::time($expiration) > $now : $expiration > $now;
    }
}
