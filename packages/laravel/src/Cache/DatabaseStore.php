<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Cache;

use Illuminate\Cache\DatabaseStore as LaravelStore;
use Illuminate\Contracts\Database\Query\Expression;
use Illuminate\Database\MySqlConnection;
use Illuminate\Database\PostgresConnection;
use Illuminate\Database\Query\Builder;
use Illuminate\Database\Query\Expression as Literal;
use Illuminate\Database\QueryException;
use Illuminate\Database\SQLiteConnection;
use Illuminate\Database\SqlServerConnection;
use InvalidArgumentException;
use Lyo\Bridge\Expiry;
use Lyo\Bridge\Packer;
use Lyo\Laravel\Adopts;
use Lyo\Laravel\Armor;

/**
 * Laravel's cache store in a database. Strings, numbers, booleans and what add() stores are written as Laravel writes them, so that increment()
 * and locks of plain Laravel work with them. A row that plain Laravel cannot read has a marked time of expiry (see Expiry), so that plain
 * Laravel misses it.
 *
 * @internal
 */
class DatabaseStore extends LaravelStore
{
    use Adopts;
    use PacksValues;

    /** The earliest stored time of the rows that queries see; null for all rows. */
    private ?int $earliest = null;

    /** Whether the column is a BLOB or a bytea. */
    private bool $isBinary = false;

    /**
     * Says that the column is a BLOB or a bytea.
     *
     * @throws InvalidArgumentException if that is not supported with this database
     */
    public function useBinaryColumn(): void
    {
        if (! $this->connection instanceof MySqlConnection && ! $this->connection instanceof PostgresConnection && ! $this->connection instanceof SQLiteConnection) {
            throw new InvalidArgumentException('"binary_columns" is for MariaDB, MySQL, PostgreSQL and SQLite');
        }
        $this->isBinary = true;
    }

    /**
     * Tells whether the column can hold all bytes. Those of SQLite can, whatever their type.
     */
    public function holdsBytes(): bool
    {
        return $this->isBinary || $this->connection instanceof SQLiteConnection;
    }

    /**
     * @param  array<string|int>  $keys
     * @return array<mixed> by key; null for what is not there, has expired or cannot be read
     */
    public function many(array $keys): array
    {
        $values = array_fill_keys($keys, null);
        $names = $expired = [];
        foreach ($keys as $key) {
            $names[$this->prefix.$key] = $key;
        }
        // PHP makes ints of digits, and some databases compare them with text in another way.
        $wanted = array_map(strval(...), array_keys($names));
        foreach ($wanted === [] ? [] : $this->table()->whereIn('key', $wanted)->get() as $row) {
            /** @var array{key: string, value: mixed, expiration: int|string} $row */
            $row = (array) $row;
            if (! isset($names[$row['key']])) {
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
     * @param  array<mixed>  $values
     * @param  int  $seconds
     */
    public function putMany(array $values, $seconds): bool
    {
        $until = $this->getTime() + $seconds;
        $rows = [];
        foreach ($values as $key => $value) {
            $rows[] = $this->row($key, $this->packed($value), $until);
        }

        return $this->table()->upsert($rows, 'key') > 0;
    }

    /**
     * Stores an item that is not there. Plain Laravel reads it, if that is possible: a plain host that missed it would store its own.
     *
     * @param  string  $key
     * @param  mixed  $value
     * @param  int  $seconds
     */
    public function add($key, $value, $seconds): bool
    {
        if ($this->get($key) !== null) {
            return false;
        }
        $data = $this->packer()->seals() ? $this->packed($value) : serialize($value);
        $row = $this->row($key, $data, $this->getTime() + $seconds);
        if (! $this->connection instanceof SqlServerConnection) {
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
     * @param  string  $key
     * @param  int  $seconds
     */
    public function touch($key, $seconds): bool
    {
        $now = $this->getTime();
        $until = $now + (int) $seconds;
        $marked = Expiry::marked($until);

        return $this->table()
            ->where('key', $this->prefix.$key)
            ->where(static fn (Builder $row): Builder => $row->where('expiration', '>', $now)->orWhere('expiration', '<', -$now))
            ->update(['expiration' => $this->connection->raw("case when expiration < 0 then $marked else $until end")]) > 0; // @phpstan-ignore argument.type (two ints)
    }

    /**
     * Laravel's own code deletes what has expired; it does not see rows with a mark that have not.
     *
     * @param  array<string>  $keys
     */
    protected function forgetManyIfExpired(array $keys, bool $prefixed = false): bool
    {
        $store = clone $this;
        $store->earliest = -$this->getTime();

        return $store->forgetExpired($keys, $prefixed);
    }

    /**
     * @param  array<string>  $keys
     */
    private function forgetExpired(array $keys, bool $prefixed): bool
    {
        return (bool) parent::forgetManyIfExpired($keys, $prefixed);
    }

    /**
     * Takes the mark from all rows that plain Laravel can read, so that it no longer misses them.
     */
    public function unmark(): void
    {
        $start = match (true) {
            $this->connection instanceof SQLiteConnection => 'substr(cast(value as text), 1, 2)',
            $this->connection instanceof PostgresConnection && $this->isBinary => "encode(substr(value, 1, 2), 'escape')",
            default => 'substr(value, 1, 2)',
        };
        parent::table()
            ->where('expiration', '<', -1)
            ->whereIn(new Literal($start), ['b:', 'i:', 'd:', 's:', 'a:', 'O:', 'C:', 'E:', 'N;'])
            ->update(['expiration' => new Literal('-expiration')]);
    }

    /**
     * @return Builder
     */
    protected function table()
    {
        $table = parent::table();

        return $this->earliest === null ? $table : $table->where('expiration', '>=', $this->earliest);
    }

    /**
     * @param  mixed  $value
     */
    protected function serialize($value): string
    {
        return $this->asText($this->packed($value));
    }

    /**
     * @param  mixed  $value
     */
    protected function unserialize($value): mixed
    {
        $value = is_resource($value) ? stream_get_contents($value) : $value; // PostgreSQL's bytea

        return is_string($value) ? $this->unpack(Armor::off($value)) : null;
    }

    /**
     * What a text column holds of these bytes.
     */
    private function asText(string $data): string
    {
        return $this->plainReadsBase64() && str_contains($data, "\0") ? base64_encode($data) : Armor::on($data);
    }

    /**
     * Laravel writes text with a NUL as Base64 for these two databases, and decodes it when it reads. Other databases can store a NUL in a text.
     */
    private function plainReadsBase64(): bool
    {
        return $this->connection instanceof PostgresConnection || $this->connection instanceof SQLiteConnection;
    }

    /**
     * @return array{key: string, value: string|Expression, expiration: int}
     */
    private function row(int|string $key, string $data, int $until): array
    {
        $isText = Packer::isText($data) && ($this->isBinary || $this->plainReadsBase64() || preg_match('//u', $data) === 1);

        return ['key' => $this->prefix.$key, 'value' => $this->stored($data), 'expiration' => $isText ? $until : Expiry::marked($until)];
    }

    /**
     * What is stored for these bytes.
     */
    private function stored(string $data): string|Expression
    {
        return match (true) {
            $this->isBinary && $this->connection instanceof PostgresConnection => new Bytes($data),
            ! $this->holdsBytes() || Packer::isText($data) && ($this->connection instanceof SQLiteConnection || preg_match('//u', $data) === 1) => $this->asText($data),
            default => new Bytes($data),
        };
    }

    private static function isAlive(int $expiration, int $now): bool
    {
        return Expiry::isMarked($expiration) ? Expiry::time($expiration) > $now : $expiration > $now;
    }
}
