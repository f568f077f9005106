<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Store;

use Closure;
use Generator;
use Lyo\Store\Table\Shape;
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
 * A column of a table of a database: SQLite, MariaDB, MySQL or PostgreSQL through PDO. The key of a row is its primary key; of more
 * than one column it is the JSON of a list. A table without a primary key can only be read, from its beginning.
 *
 * Rows are read in the order of their keys, 500 at a time, and values that are all read as many together as make 4 MB.
 */
final class Table implements Store
{
    private const PAGE = 500;
    private const BYTES = 4 << 20;
    /** Rows of an SQLite database that are written in one transaction: each waits for the disk. */
    private const TOGETHER = 100;
    /** Seconds after which they are written if they are fewer: others wait meanwhile. */
    private const WAIT = 0.1;
    /** PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, which has another name since PHP 8.4 and is deprecated since 8.5. */
    private const BUFFERED = 1000;

    private int $written = 0;
    private float $began = 0.0;
    private readonly string $name;
    /** Of the key, as SQL: one column, or a row of them. */
    private readonly string $key;
    /** What entry() takes, as SQL. */
    private readonly string $cells;

    private function __construct(private readonly PDO $database, private readonly Shape $shape, private readonly string $match)
    {
        $keys = array_map($shape->quoted(...), $shape->keys);
        $this->name = $shape->quoted($shape->table);
        $this->key = count($keys) === 1 ? $keys[0] : '(' . implode(', ', $keys) . ')';
        $this->cells = implode(', ', [$shape->quoted($shape->column), $shape->serialized(), $shape->expiry(), $shape->storage(), ...$keys]);
    }

    /**
     * @param string|null $table null for the only one
     * @param string|null $column null for the only one of a name that frameworks use
     * @param string $match pattern of keys, as fnmatch() takes it
     *
     * @throws RuntimeException
     */
    public static function of(PDO $database, ?string $table = null, ?string $column = null, string $match = '*'): self
    {
        return new self($database, Shape::of($database, $table, $column), $match);
    }

    /** @throws RuntimeException */
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
            // SQLite keeps what is bound as a string as text, whatever its bytes: the row stays what the application made it.
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

    /** @return Generator<Item> */
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
     * Those of a page whose key matches, in groups that are read together.
     *
     * @param list<list<string>> $rows
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

    /** @return Generator<Item> each row of a table without a key */
    private function stream(): Generator
    {
        if ($this->shape->driver === 'mysql') {
            $this->database->setAttribute(self::BUFFERED, false); // or all rows would be in memory
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
     * @return list<Entry> of those that are there
     */
    private function read(array $keys): array
    {
        $marks = implode(', ', array_fill(0, count($keys), $this->marks()));
        $marks = count($this->shape->keys) > 1 && $this->shape->driver === 'sqlite' ? "VALUES $marks" : $marks;

        return array_map($this->entry(...), $this->rows("SELECT $this->cells FROM $this->name WHERE $this->key IN ($marks) AND {$this->shape->quoted($this->shape->column)} IS NOT NULL", $keys));
    }

    /** @param list<string> $cells as $this->cells names them */
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

    private function marks(): string
    {
        return count($this->shape->keys) === 1 ? '?' : '(' . implode(', ', array_fill(0, count($this->shape->keys), '?')) . ')';
    }

    /**
     * @param list<list<string>> $keys
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
     * @param list<mixed> $keys
     *
     * @return int where the next goes
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
            is_resource($cell) => (string) stream_get_contents($cell), // PostgreSQL gives streams of bytes
            is_scalar($cell) => (string) $cell,
            default => '',
        }, array_values($cells));
    }

    /**
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
