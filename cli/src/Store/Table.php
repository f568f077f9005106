<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

use Closure;
use Generator;
use InvalidArgumentException;
use Lyo\Tools\Store\Table\Keys;
use Lyo\Tools\Store\Table\Shape;
use PDO;
use PDOException;
use PDOStatement;
use RuntimeException;
use SensitiveParameter;

use function abs;
use function array_column;
use function array_filter;
use function array_map;
use function array_slice;
use function array_sum;
use function array_values;
use function base64_decode;
use function base64_encode;
use function count;
use function fnmatch;
use function hash;
use function implode;
use function is_array;
use function is_bool;
use function is_numeric;
use function is_resource;
use function is_scalar;
use function is_string;
use function json_decode;
use function json_encode;
use function max;
use function microtime;
use function min;
use function preg_match;
use function preg_replace;
use function str_contains;
use function stream_get_contents;
use function strlen;
use function strstr;
use function time;
use function usleep;

/**
 * A column of a table in SQLite, MariaDB, MySQL or PostgreSQL, through PDO. The key of a row is its primary key. If that has several columns, the
 * key is a JSON list of them. Two kinds of tables can only be read, and only from their beginning: those without a primary key, and those of MariaDB
 * and MySQL whose key has a type that does not compare as its text, such as ENUM.
 *
 * Keys and values of MariaDB and MySQL are read as bytes, so no setting of the server or of this connection changes them.
 *
 * Rows are listed in the order of their keys, 500 at a time. If all values are wanted, they are read in groups of about 4 MB. With SQLite both are
 * groups of about 256 kB, or one longer value.
 */
final class Table implements Store, Batches, Skips, Counted
{
    private const PAGE = 500;
    private const BYTES = 4 << 20;
    /** The same for SQLite: unless there is a write-ahead log, no writer can commit while values or their lengths are read. */
    private const READ = 1 << 18;
    /** Seconds for which a transaction of SQLite may be open before the next value begins, because other writers have to wait for it. */
    private const OPEN = 0.01;
    /** Size in bytes of the values, old and new, with which a transaction of SQLite ends: COMMIT writes them to the disk. */
    private const WRITTEN = 1 << 18;
    /** Least number of seconds between two transactions of SQLite. A writer that waits for less than this looks again within this time. */
    private const APART = 0.01;
    /** Value of PDO::MYSQL_ATTR_USE_BUFFERED_QUERY. The constant has another name since PHP 8.4, and the old name is deprecated since 8.5. */
    private const BUFFERED = 1000;
    /** SQLSTATE of a value that is too long for its column. */
    private const TOO_LONG = '22001';

    private readonly Keys $keys;
    /** Quoted name of the table. */
    private readonly string $name;
    /** The cells that entry() takes, as SQL: value, Drupal's mark, time of expiry, storage class, whether the value is whole, and the key. */
    private readonly string $cells;
    /** Time before which no transaction of SQLite begins, so that other writers get in. */
    private float $closed = 0.0;
    /** Number of rows that items() has listed, and of those that there were at the beginning. */
    private int $listed = 0;
    private ?int $rows = null;
    /** Number of rows whose key is NULL, in SQLite: nothing can find them again. */
    private int $missing = 0;

    private function __construct(private readonly PDO $database, private readonly Shape $shape, private readonly string $match)
    {
        $this->keys = $shape->keys;
        $this->name = $shape->name();
        $this->cells = implode(', ', [$shape->value(), $shape->serialized(), $shape->expiry(), $shape->storage(), $shape->isWhole(), ...$this->keys->cells()]);
    }

    /**
     * @param string|null $table name of the table; null if there is only one
     * @param string|null $column column with the values; null if only one has a name that frameworks use for it
     * @param string $match pattern of keys, as fnmatch() takes it
     * @param string|null $charset MariaDB and MySQL: the character set in which the application reads text; null for UTF-8
     *
     * @throws RuntimeException if there is no such table or column, or if the database cannot be read
     */
    public static function of(PDO $database, ?string $table = null, ?string $column = null, string $match = '*', ?string $charset = null): self
    {
        return new self($database, Shape::of($database, $table, $column, $charset), $match);
    }

    /**
     * Opens a table.
     *
     * @param string $dsn for PDO; the character set in it is that of the application
     * @param string|null $charset the character set of the application, if it is not in $dsn; null for UTF-8
     *
     * @throws InvalidArgumentException if $charset is no name
     * @throws RuntimeException if the database cannot be opened or read
     */
    public static function at(string $dsn, ?string $user, #[SensitiveParameter] ?string $password, ?string $table = null, ?string $column = null, string $match = '*', ?string $charset = null): self
    {
        $driver = strstr($dsn, ':', true);
        $named = $driver === 'mysql' && preg_match('/[:;]\s*charset=([^;]*)/i', $dsn, $found) === 1 ? $found[1] : null;
        $charset ??= $named;
        if ($charset !== null && preg_match('/\A[A-Za-z][\w-]{0,39}\z/', $charset) !== 1) {
            throw new InvalidArgumentException("charset=$charset: is not the name of a character set");
        }
        // This connection of MariaDB translates nothing. Without a name it would use the default of the server.
        $dsn = $driver !== 'mysql' ? $dsn : ($named !== null ? (string) preg_replace('/([:;]\s*charset=)[^;]*/i', '$1binary', $dsn) : "$dsn;charset=binary");
        if ($driver === 'sqlite' && preg_match('/\Asqlite:(?!:memory:|file:)(.+)\z/s', $dsn, $found) === 1 && !is_file($found[1])) {
            throw new RuntimeException("the database cannot be opened: there is no file $found[1]"); // PDO would make an empty one
        }
        try {
            $database = new PDO($dsn, $user, $password, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
            if ($driver === 'mysql') {
                $database->exec("SET SESSION sql_mode = 'STRICT_ALL_TABLES'"); // otherwise a value that is too long would be cut
            } elseif ($driver === 'sqlite') {
                $database->exec('PRAGMA cache_spill = OFF'); // otherwise long values would be written to the disk before COMMIT, while others wait
            } elseif ($driver === 'pgsql' && ($charset !== null || !str_contains($dsn, 'client_encoding='))) {
                $database->exec('SET client_encoding TO ' . $database->quote($charset ?? 'UTF8'));
            }
        } catch (PDOException $e) {
            throw new RuntimeException("the database cannot be opened: {$e->getMessage()}", 0, $e);
        }

        return self::of($database, $table, $column, $match, $charset);
    }

    public function items(?string $from = null, bool $values = false): iterable
    {
        return $this->keys->count() === 0 ? $this->stream() : $this->pages($from, $values);
    }

    public function skipped(): array
    {
        return array_filter(['NULL' => $this->missing]);
    }

    public function hidden(): ?string
    {
        return null;
    }

    public function fraction(): float
    {
        // Rows without a value are counted, too: to tell them apart, all rows would have to be read, and SQLite lets no writer commit meanwhile.
        $this->rows ??= (int) ($this->rows("SELECT COUNT(*) FROM $this->name", [])[0][0] ?? 0);

        return min(1.0, $this->listed / max(1, $this->rows));
    }

    public function get(string $key): ?Entry
    {
        $parts = $this->keys->count() === 1 ? [$key] : json_decode($key, true);
        $parts = array_map(static fn(mixed $part): string => is_scalar($part) ? (string) $part : '', array_values(is_array($parts) ? $parts : []));
        foreach (count($parts) === $this->keys->count() ? $this->keys->spelled($parts) : [] as $spelled) {
            $entry = $this->read([$spelled])[0] ?? null;
            if ($entry !== null) {
                return $entry;
            }
        }

        return null;
    }

    public function again(Entry $entry): ?Entry
    {
        return $this->read([$this->token($entry)['key']])[0] ?? null;
    }

    public function check(Entry $entry, string $data): void
    {
        if (!$this->token($entry)['whole']) {
            throw new CannotKeep('with characters that the character set does not have');
        }
        if (!$this->shape->holds(strlen($data))) {
            throw new CannotKeep('longer than the column can hold');
        }
    }

    public function replace(Entry $entry, string $data): bool
    {
        $answer = $this->replaceAll([[$entry, $data]])[0];

        return $answer instanceof CannotKeep ? throw $answer : $answer;
    }

    public function replaceAll(array $changes): array
    {
        $answers = [];
        $began = 0.0;
        $written = 0;
        foreach ($changes as [$entry, $data]) {
            try {
                $this->check($entry, $data);
                $statement = $this->update($entry, $data);
                $bytes = strlen($entry->data) + strlen($data);
                if ($began > 0.0 && $written + $bytes > self::WRITTEN) {
                    $began = $this->commit($began);
                }
                if ($this->shape->driver === 'sqlite' && $began === 0.0) {
                    $began = $this->begin();
                    $written = 0;
                }
                $written += $bytes;
                $this->guarded(static fn(): bool => $statement->execute());
                $answers[] = $statement->rowCount() === 1;
            } catch (CannotKeep $e) {
                $answers[] = $e;
            }
            if ($began > 0.0 && microtime(true) - $began > self::OPEN) {
                $began = $this->commit($began);
            }
        }
        $began === 0.0 || $this->commit($began);

        return $answers;
    }

    /** Begins a transaction of SQLite, and returns the time. */
    private function begin(): float
    {
        usleep((int) (1e6 * max(0.0, $this->closed - microtime(true))));
        $this->guarded(fn(): mixed => $this->database->exec('BEGIN IMMEDIATE'));

        return microtime(true);
    }

    /**
     * Commits a transaction of SQLite. Until the next one, other writers get as much time as they had to wait. SQLite lets them look again after
     * pauses that become longer, but are never longer than this.
     *
     * @return float 0, because no transaction is open
     */
    private function commit(float $began): float
    {
        $this->guarded(fn(): mixed => $this->database->exec('COMMIT'));
        $now = microtime(true);
        $this->closed = $now + max(self::APART, $now - $began);

        return 0.0;
    }

    /** Prepares the statement that replaces the value of an entry, if it is still the value that was read. */
    private function update(Entry $entry, string $data): PDOStatement
    {
        $shape = $this->shape;
        $token = $this->token($entry);
        $sql = "UPDATE $this->name SET {$shape->column()} = {$shape->mark()}{$shape->rest()} WHERE {$this->keys->is()} AND {$shape->bytes()} = ? AND {$shape->isWhole()} = 1";

        return $this->guarded(function () use ($sql, $token, $entry, $data): PDOStatement {
            $statement = $this->database->prepare($sql);
            $statement->bindValue(1, $data, $this->shape->bindsAs($token['storage']));
            $at = $this->keys->bind($statement, 2, $token['key']);
            $statement->bindValue($at, $entry->data, $this->shape->comparesAs());

            return $statement;
        });
    }

    /** @return array{key: list<string>, storage: string, whole: bool} what entry() has noted of the row */
    private function token(Entry $entry): array
    {
        $token = is_array($entry->token) ? $entry->token : [];
        $key = array_values(array_filter(is_array($token['key'] ?? null) ? $token['key'] : [], is_string(...)));
        if ($key === []) {
            throw new NotWritable("the table {$this->shape->table} has no primary key with which a row can be found, so nothing can be written to it");
        }

        return ['key' => $key, 'storage' => is_string($token['storage'] ?? null) ? $token['storage'] : '', 'whole' => ($token['whole'] ?? true) === true];
    }

    /**
     * Lists the rows of a table with a primary key. A position is a JSON list of the columns of the last key, each in Base64.
     *
     * @return Generator<Item>
     *
     * @throws RuntimeException if the last key of a page was the last one of a page before
     */
    private function pages(?string $from, bool $values): Generator
    {
        $position = $from ?? '';
        $seen = [];
        $most = $this->shape->driver === 'sqlite' ? self::READ : self::BYTES;
        [$after, $parts] = $this->keys->after();
        $missing = $this->keys->areMissing();
        $this->missing = $missing === null ? 0 : (int) ($this->rows("SELECT COUNT(*) FROM $this->name WHERE $missing", [])[0][0] ?? 0);
        do {
            $last = $position === '' ? [] : array_map(static fn(mixed $part): string => (string) base64_decode(is_scalar($part) ? (string) $part : '', true), array_values((array) json_decode($position, true)));
            $hash = hash('xxh64', $position, true);
            // Each page begins behind the last key of the page before. If it does not, the keys are not in one order, and this would never end.
            if (isset($seen[$hash])) {
                throw new RuntimeException("the table {$this->shape->table} cannot be read in the order of its primary key: after \"" . $this->keyOf($last) . '" come keys that were read before');
            }
            $seen[$hash] = true;
            $rows = $this->rows(
                "SELECT {$this->shape->length()}, " . implode(', ', $this->keys->cells()) . " FROM $this->name WHERE {$this->shape->column()} IS NOT NULL"
                . ($this->missing === 0 ? '' : " AND NOT $missing") . ($last === [] ? '' : " AND $after") . " ORDER BY {$this->keys->names()} LIMIT " . self::PAGE,
                $last === [] ? [] : [$last],
                $parts,
                $this->shape->driver === 'sqlite' ? $most : null,
            );
            $this->listed += count($rows);
            foreach ($this->groups($rows, $most) as $group) {
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
        } while (count($rows) === self::PAGE || $this->shape->driver === 'sqlite' && array_sum(array_column($rows, 0)) > $most);
    }

    /**
     * Selects the rows whose key matches the pattern, and divides them into groups that are read together.
     *
     * @param list<list<string>> $rows of each row the length of the value, then the columns of the key
     * @param int $most size in bytes of the values of a group, if it has more than one
     *
     * @return Generator<non-empty-list<list<string>>>
     */
    private function groups(array $rows, int $most): Generator
    {
        $group = [];
        $bytes = 0;
        foreach ($rows as $row) {
            if ($this->match !== '*' && !fnmatch($this->match, $this->keyOf(array_slice($row, 1)))) {
                continue;
            }
            if ($group !== [] && $bytes + (int) $row[0] > $most) {
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
            $this->fraction(); // counts the rows now: while they are read one by one, this connection takes no other query
            $this->database->setAttribute(self::BUFFERED, false); // otherwise all rows would be in memory at once
        }
        $statement = $this->guarded(fn(): mixed => $this->database->query("SELECT $this->cells FROM $this->name WHERE {$this->shape->column()} IS NOT NULL"));
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
        return array_map($this->entry(...), $this->rows("SELECT $this->cells FROM $this->name WHERE {$this->keys->isAnyOf(count($keys))} AND {$this->shape->column()} IS NOT NULL", $keys));
    }

    /** @param list<string> $cells the cells that $this->cells lists */
    private function entry(array $cells, ?string $name = null): Entry
    {
        [$data, $serialized, $expires, $storage, $whole] = $cells;
        $key = array_slice($cells, 5);

        return new Entry(
            $name ?? $this->keyOf($key),
            $data,
            self::milliseconds(is_numeric($expires) ? (int) $expires : 0),
            $this->shape->text(),
            $serialized === '0' ? Origin::Plain : Origin::Application,
            ['key' => $key, 'storage' => $storage, 'whole' => $whole === '1'],
        );
    }

    /**
     * Returns how long an item still lives; null for ever.
     *
     * @param int $expires seconds since 1970, with the sign changed if only Lyo's bridge reads the row; 0, -1 and -2 are never
     */
    private static function milliseconds(int $expires): ?int
    {
        return $expires <= 0 && $expires >= -2 ? null : max(0, abs($expires) - time()) * 1000;
    }

    /** @param list<string> $key */
    private function keyOf(array $key): string
    {
        $key = $this->keys->shown($key);

        return count($key) === 1 ? $key[0] : (string) json_encode($key, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE);
    }

    /**
     * Executes a query and fetches the rows.
     *
     * @param list<list<string>> $keys keys for the placeholders
     * @param list<int>|null $parts the parts of each key that are bound; null for all of them
     * @param int|null $most stop when the sum of the first cells is greater than this; null to fetch all rows
     *
     * @return list<list<string>>
     */
    private function rows(string $sql, array $keys, ?array $parts = null, ?int $most = null): array
    {
        return $this->guarded(function () use ($sql, $keys, $parts, $most): array {
            $statement = $this->database->prepare($sql);
            $at = 1;
            foreach ($keys as $key) {
                $at = $this->keys->bind($statement, $at, $key, $parts);
            }
            $statement->execute();
            $rows = [];
            for ($sum = 0; ($most === null || $sum <= $most) && is_array($cells = $statement->fetch(PDO::FETCH_NUM)); $sum += (int) $cells[0]) {
                $rows[] = $cells = self::strings($cells);
            }

            return $rows;
        });
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
            is_bool($cell) => $cell ? '1' : '0', // of PostgreSQL, which takes them back so
            is_scalar($cell) => (string) $cell,
            default => '',
        }, array_values($cells));
    }

    /**
     * Turns exceptions of PDO into a RuntimeException, or into CannotKeep if a value is too long.
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
            throw $e->getCode() === self::TOO_LONG ? new CannotKeep('longer than the column can hold', 0, $e) : new RuntimeException("the database: {$e->getMessage()}", 0, $e);
        }
    }
}
