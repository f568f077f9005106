<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

use Closure;
use Generator;
use Lyo\Tools\Store\Table\Shape;
use PDO;
use PDOException;
use PDOStatement;
use RuntimeException;
use SensitiveParameter;

use function array_fill;
use function array_map;
use function array_slice;
use function array_values;
use function base64_decode;
use function base64_encode;
use function count;
use function fnmatch;
use function implode;
use function is_array;
use function is_numeric;
use function is_resource;
use function is_scalar;
use function json_decode;
use function json_encode;
use function max;
use function microtime;
use function stream_get_contents;
use function strlen;
use function time;

/**
 * A column of a table in SQLite, MariaDB, MySQL or PostgreSQL, through PDO. The key of a row is its primary key. If that has several columns, the
 * key is a JSON list of them. A table without a primary key can only be read, and only from its beginning.
 *
 * Rows are listed in the order of their keys, 500 at a time. If all values are wanted, they are read in groups of about 4 MB.
 */
final class Table implements Store
{
    private const PAGE = 500;
    private const BYTES = 4 << 20;
    /** Number of rows that are written to SQLite in one transaction. Each transaction waits for the disk. */
    private const TOGETHER = 100;
    /** Seconds after which a transaction ends even with fewer rows, because other writers have to wait for it. */
    private const WAIT = 0.1;
    /** Value of PDO::MYSQL_ATTR_USE_BUFFERED_QUERY. The constant has another name since PHP 8.4, and the old name is deprecated since 8.5. */
    private const BUFFERED = 1000;

    /** Number of rows in the current transaction of SQLite. */
    private int $written = 0;
    /** Time at which it began, in seconds. */
    private float $began = 0.0;
    /** Quoted name of the table. */
    private readonly string $name;
    /** The primary key as SQL: a column, or several in parentheses. */
    private readonly string $key;
    /** The cells that entry() takes, as SQL: value, Drupal's mark, time of expiry, storage class, and the columns of the key. */
    private readonly string $cells;

    private function __construct(private readonly PDO $database, private readonly Shape $shape, private readonly string $match)
    {
        $keys = array_map($shape->quoted(...), $shape->keys);
        $this->name = $shape->quoted($shape->table);
        $this->key = count($keys) === 1 ? $keys[0] : '(' . implode(', ', $keys) . ')';
        $this->cells = implode(', ', [$shape->quoted($shape->column), $shape->serialized(), $shape->expiry(), $shape->storage(), ...$keys]);
    }

    /**
     * @param string|null $table name of the table; null if there is only one
     * @param string|null $column column with the values; null if only one has a name that frameworks use for it
     * @param string $match pattern of keys, as fnmatch() takes it
     *
     * @throws RuntimeException if there is no such table or column, or if the database cannot be read
     */
    public static function of(PDO $database, ?string $table = null, ?string $column = null, string $match = '*'): self
    {
        return new self($database, Shape::of($database, $table, $column), $match);
    }

    /** @throws RuntimeException if the database cannot be opened */
    public static function connect(string $dsn, ?string $user, #[SensitiveParameter] ?string $password): PDO
    {
        try {
            return new PDO($dsn, $user, $password, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
        } catch (PDOException $e) {
            throw new RuntimeException("the database cannot be opened: {$e->getMessage()}", 0, $e);
        }
    }

    public function items(?string $from = null, bool $values = false): iterable
    {
        return $this->shape->keys === [] ? $this->stream() : $this->pages($from, $values);
    }

    public function get(string $key): ?Entry
    {
        $keys = count($this->shape->keys) === 1 ? [$key] : json_decode($key, true);
        $keys = array_map(static fn(mixed $part): string => is_scalar($part) ? (string) $part : '', array_values(is_array($keys) ? $keys : []));

        return count($keys) === count($this->shape->keys) ? $this->read([$keys])[0] ?? null : null;
    }

    public function replace(Entry $entry, string $data): bool
    {
        $token = $entry->token;
        if (!is_array($token) || !is_array($token['keys'] ?? null)) {
            throw new NotWritable("the table {$this->shape->table} has no primary key, so nothing can be written to it");
        }
        $shape = $this->shape;
        $sql = "UPDATE $this->name SET {$shape->quoted($shape->column)} = ?{$shape->rest()} WHERE $this->key = {$this->marks()} AND {$shape->bytes()} = ?";

        return $this->guarded(function () use ($sql, $token, $entry, $data): bool {
            if ($this->shape->driver === 'sqlite' && $this->written === 0) {
                $this->database->exec('BEGIN IMMEDIATE');
                $this->began = microtime(true);
            }
            $statement = $this->database->prepare($sql);
            // In SQLite the type of binding decides whether the value is text or a blob. It stays what the application stored.
            $statement->bindValue(1, $data, ($token['storage'] ?? '') === 'blob' || $this->shape->driver !== 'sqlite' && $this->shape->isBytes($this->shape->column) ? PDO::PARAM_LOB : PDO::PARAM_STR);
            $at = $this->bindKeys($statement, 2, array_values((array) $token['keys']));
            $statement->bindValue($at, $entry->data, $this->shape->comparesBytes() ? PDO::PARAM_LOB : PDO::PARAM_STR);
            $statement->execute();
            $replaced = $statement->rowCount() === 1;
            if ($this->shape->driver === 'sqlite' && (++$this->written === self::TOGETHER || microtime(true) - $this->began > self::WAIT)) {
                $this->commit();
            }

            return $replaced;
        });
    }

    public function commit(): void
    {
        if ($this->written > 0) {
            $this->written = 0;
            $this->guarded(fn(): mixed => $this->database->exec('COMMIT'));
        }
    }

    /**
     * Lists the rows of a table with a primary key. A position is a JSON list of the columns of the last key, each in Base64.
     *
     * @return Generator<Item>
     */
    private function pages(?string $from, bool $values): Generator
    {
        $position = $from ?? '';
        do {
            $keys = $position === '' ? [] : array_map(static fn(mixed $part): string => (string) base64_decode(is_scalar($part) ? (string) $part : '', true), (array) json_decode($position, true));
            $names = implode(', ', array_map($this->shape->quoted(...), $this->shape->keys));
            $rows = $this->rows(
                "SELECT {$this->shape->length()}, $names FROM $this->name WHERE {$this->shape->quoted($this->shape->column)} IS NOT NULL"
                . ($keys === [] ? '' : " AND $this->key > {$this->marks()}") . " ORDER BY $names LIMIT " . self::PAGE,
                [array_values($keys)],
            );
            foreach ($this->groups($rows) as $group) {
                $found = [];
                foreach ($values ? $this->read(array_map(static fn(array $row): array => array_slice($row, 1), $group)) : [] as $entry) {
                    $found[$entry->key] = $entry;
                }
                foreach ($group as $row) {
                    $keys = array_slice($row, 1);
                    $key = $this->keyOf($keys);
                    yield new Item($key, (int) $row[0], $position, fn(): ?Entry => $values ? $found[$key] ?? null : $this->read([$keys])[0] ?? null);
                }
            }
            $last = $rows === [] ? [] : array_slice($rows[count($rows) - 1], 1);
            $position = (string) json_encode(array_map(base64_encode(...), $last));
        } while (count($rows) === self::PAGE);
    }

    /**
     * Selects the rows whose key matches the pattern, and divides them into groups that are read together.
     *
     * @param list<list<string>> $rows of each row the length of the value, then the columns of the key
     *
     * @return Generator<non-empty-list<list<string>>>
     */
    private function groups(array $rows): Generator
    {
        $group = [];
        $bytes = 0;
        foreach ($rows as $row) {
            if ($this->match !== '*' && !fnmatch($this->match, $this->keyOf(array_slice($row, 1)))) {
                continue;
            }
            if ($group !== [] && $bytes + (int) $row[0] > self::BYTES) {
                yield $group;
                $group = [];
                $bytes = 0;
            }
            $group[] = $row;
            $bytes += (int) $row[0];
        }
        if ($group !== []) {
            yield $group;
        }
    }

    /**
     * Lists the rows of a table without a primary key.
     *
     * @return Generator<Item>
     */
    private function stream(): Generator
    {
        if ($this->shape->driver === 'mysql') {
            $this->database->setAttribute(self::BUFFERED, false); // otherwise all rows would be in memory at once
        }
        $statement = $this->guarded(fn(): mixed => $this->database->query("SELECT $this->cells FROM $this->name WHERE {$this->shape->quoted($this->shape->column)} IS NOT NULL"));
        for ($row = 1; $statement instanceof PDOStatement && is_array($cells = $statement->fetch(PDO::FETCH_NUM)); $row++) {
            $entry = $this->entry(self::strings($cells), "{$this->shape->table}, row $row");
            yield new Item($entry->key, strlen($entry->data), '', static fn(): Entry => $entry);
        }
    }

    /**
     * @param non-empty-list<list<string>> $keys
     *
     * @return list<Entry> the entries that exist, in any order
     */
    private function read(array $keys): array
    {
        $marks = implode(', ', array_fill(0, count($keys), $this->marks()));
        $marks = count($this->shape->keys) > 1 && $this->shape->driver === 'sqlite' ? "VALUES $marks" : $marks;

        return array_map($this->entry(...), $this->rows("SELECT $this->cells FROM $this->name WHERE $this->key IN ($marks) AND {$this->shape->quoted($this->shape->column)} IS NOT NULL", $keys));
    }

    /** @param list<string> $cells the cells that $this->cells lists */
    private function entry(array $cells, ?string $name = null): Entry
    {
        [$data, $serialized, $expires, $storage] = $cells;
        $keys = array_slice($cells, 4);

        return new Entry(
            $name ?? $this->keyOf($keys),
            $data,
            is_numeric($expires) && (int) $expires > 0 ? max(0, (int) $expires - time()) * 1000 : null,
            $this->shape->text(),
            $serialized === '0' ? Origin::Plain : Origin::Application,
            $keys === [] ? null : ['keys' => $keys, 'storage' => $storage],
        );
    }

    /** @param list<string> $keys */
    private function keyOf(array $keys): string
    {
        return count($keys) === 1 ? $keys[0] : (string) json_encode($keys, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE);
    }

    /** Returns the placeholders for one key. */
    private function marks(): string
    {
        return count($this->shape->keys) === 1 ? '?' : '(' . implode(', ', array_fill(0, count($this->shape->keys), '?')) . ')';
    }

    /**
     * Executes a query and fetches all rows.
     *
     * @param list<list<string>> $keys values for the placeholders
     *
     * @return list<list<string>>
     */
    private function rows(string $sql, array $keys): array
    {
        return $this->guarded(function () use ($sql, $keys): array {
            $statement = $this->database->prepare($sql);
            $at = 1;
            foreach ($keys as $parts) {
                $at = $this->bindKeys($statement, $at, $parts);
            }
            $statement->execute();
            $rows = [];
            while (is_array($cells = $statement->fetch(PDO::FETCH_NUM))) {
                $rows[] = self::strings($cells);
            }

            return $rows;
        });
    }

    /**
     * Binds the columns of a key, beginning with placeholder $at.
     *
     * @param list<mixed> $keys
     *
     * @return int the number of the next placeholder
     */
    private function bindKeys(PDOStatement $statement, int $at, array $keys): int
    {
        foreach ($keys as $i => $key) {
            $statement->bindValue($at++, $key, $this->shape->driver === 'pgsql' && $this->shape->isBytes($this->shape->keys[$i] ?? '') ? PDO::PARAM_LOB : PDO::PARAM_STR);
        }

        return $at;
    }

    /**
     * @param array<mixed> $cells
     *
     * @return list<string>
     */
    private static function strings(array $cells): array
    {
        return array_map(static fn(mixed $cell): string => match (true) {
            is_resource($cell) => (string) stream_get_contents($cell), // PDO returns bytea columns of PostgreSQL as streams
            is_scalar($cell) => (string) $cell,
            default => '',
        }, array_values($cells));
    }

    /**
     * Turns exceptions of PDO into a RuntimeException.
     *
     * @template T
     *
     * @param Closure(): T $call
     *
     * @return T
     */
    private function guarded(Closure $call): mixed
    {
        try {
            return $call();
        } catch (PDOException $e) {
            throw new RuntimeException("the database: {$e->getMessage()}", 0, $e);
        }
    }
}
