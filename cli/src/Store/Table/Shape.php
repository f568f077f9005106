<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store\Table;

use Lyo\Tools\Store\Text;
use PDO;
use PDOException;
use RuntimeException;

use function array_filter;
use function array_intersect;
use function array_keys;
use function array_map;
use function array_values;
use function count;
use function implode;
use function in_array;
use function is_array;
use function is_scalar;
use function ksort;
use function preg_match;
use function str_contains;
use function str_replace;
use function strtolower;

/** The structure of a table: what must be known to read and write its values. It also makes the parts of SQL that depend on it. */
final readonly class Shape
{
    /** Names of the columns in which Drupal, Symfony, Laravel, their sessions and WordPress keep values. */
    private const COLUMNS = ['data', 'item_data', 'payload', 'value', 'sess_data', 'session', 'session_data', 'option_value', 'meta_value', 'body'];

    /** SQL for the second at which a row expires, by the column that has it: in Drupal, Laravel, Symfony's sessions and Symfony's cache. */
    private const EXPIRY = ['expire' => '%s', 'expiration' => '%s', 'sess_lifetime' => '%s', 'item_lifetime' => '%s + item_time'];

    /**
     * @param string $driver sqlite, mysql (also for MariaDB) or pgsql
     * @param list<string> $keys columns of the primary key; empty if the table has none
     * @param array<string, string> $columns types of the columns, by name
     * @param list<string> $automatic columns that the database changes with each UPDATE that does not set them
     */
    private function __construct(
        public string $driver,
        public string $table,
        public string $column,
        public array $keys,
        private array $columns,
        private array $automatic,
    ) {}

    /**
     * Reads the structure of a table.
     *
     * @param string|null $table name of the table; null if there is only one
     * @param string|null $column column with the values; null if only one has a name that frameworks use for it
     *
     * @throws RuntimeException if there is no such table or column, or if the database cannot be read
     */
    public static function of(PDO $database, ?string $table, ?string $column): self
    {
        $driver = $database->getAttribute(PDO::ATTR_DRIVER_NAME);
        $driver = in_array($driver, ['sqlite', 'mysql', 'pgsql'], true) ? $driver : throw new RuntimeException('only databases of SQLite, MariaDB, MySQL and PostgreSQL can be read');
        $tables = array_map(static fn(array $row): string => $row[0], self::rows($database, match ($driver) {
            'sqlite' => "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
            'mysql' => 'SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name',
            'pgsql' => 'SELECT table_name FROM information_schema.tables WHERE table_schema = ANY (current_schemas(false)) ORDER BY table_name',
        }));
        $table ??= count($tables) === 1 ? $tables[0] : throw new RuntimeException('--table says which: ' . implode(', ', $tables));
        if (!in_array($table, $tables, true)) {
            throw new RuntimeException("there is no table $table; there are " . implode(', ', $tables));
        }
        [$columns, $keys, $automatic] = self::columns($database, $driver, $table);
        $known = array_values(array_intersect(array_map(strval(...), array_keys($columns)), self::COLUMNS));
        $column ??= count($known) === 1 ? $known[0] : throw new RuntimeException("--column says which of $table: " . implode(', ', array_keys($columns)));
        if (!isset($columns[$column])) {
            throw new RuntimeException("the table $table has no column $column; it has " . implode(', ', array_keys($columns)));
        }

        return new self($driver, $table, $column, $keys, $columns, $automatic);
    }

    /** Returns a name as a quoted identifier. */
    public function quoted(string $name): string
    {
        $mark = $this->driver === 'mysql' ? '`' : '"';

        return $mark . str_replace($mark, $mark . $mark, $name) . $mark;
    }

    /** Returns SQL for the value, as bytes that can be compared with bytes. */
    public function bytes(): string
    {
        $column = $this->quoted($this->column);

        return match ($this->driver) {
            'sqlite' => "CAST($column AS BLOB)",
            'mysql' => "CAST($column AS BINARY)", // otherwise the collation may ignore case
            default => $column,
        };
    }

    /** Returns SQL for the length of the value in bytes. */
    public function length(): string
    {
        return $this->driver === 'pgsql' ? 'octet_length(' . $this->quoted($this->column) . ')' : "LENGTH({$this->bytes()})";
    }

    /** Tells whether a parameter must be bound as bytes rather than as a string to be compared with bytes(). */
    public function comparesBytes(): bool
    {
        return $this->driver !== 'pgsql' || $this->isBytes($this->column);
    }

    /** Tells whether the type of a column is for bytes. */
    public function isBytes(string $column): bool
    {
        return preg_match('/blob|binary|bytea/', $this->columns[$column] ?? '') === 1;
    }

    /** Returns SQL for the Unix time at which a row expires: NULL if the table does not tell. */
    public function expiry(): string
    {
        foreach (self::EXPIRY as $column => $sql) {
            if ($column !== $this->column && preg_match('/int|numeric|^$/', $this->columns[$column] ?? 'none') === 1) {
                return str_replace('%s', $column, $sql);
            }
        }

        return 'NULL';
    }

    /** Returns SQL for Drupal's column "serialized", which is 0 for a string that was stored as it is: NULL if the table does not have it. */
    public function serialized(): string
    {
        return isset($this->columns['serialized']) ? 'serialized' : 'NULL';
    }

    /** Returns SQL for the type with which a value is stored. Only SQLite has a type for each value: NULL for other databases. */
    public function storage(): string
    {
        return $this->driver === 'sqlite' ? 'typeof(' . $this->quoted($this->column) . ')' : 'NULL';
    }

    /** Tells what the column with the values can hold. */
    public function text(): Text
    {
        return match (true) {
            isset($this->columns['last_activity']) && $this->column === 'payload' => Text::Base64, // sessions of Laravel
            preg_match('/text|char|clob/', $this->columns[$this->column]) !== 1 => Text::Bytes,
            $this->driver === 'mysql' => Text::Utf8,
            default => Text::NoNul,
        };
    }

    /** Returns SQL with which an UPDATE also sets the automatic columns to their old value, so that only the value changes. */
    public function rest(): string
    {
        return implode('', array_map(fn(string $name): string => ', ' . $this->quoted($name) . ' = ' . $this->quoted($name), $this->automatic));
    }

    /** @return array{array<string, string>, list<string>, list<string>} types by name, columns of the primary key, automatic columns */
    private static function columns(PDO $database, string $driver, string $table): array
    {
        $name = $database->quote($table);
        $columns = $keys = $automatic = [];
        foreach (self::rows($database, match ($driver) {
            'sqlite' => "SELECT name, type, pk, '' FROM pragma_table_info($name)",
            'mysql' => 'SELECT c.column_name, c.data_type, COALESCE(k.ordinal_position, 0), c.extra FROM information_schema.columns c'
                . ' LEFT JOIN information_schema.key_column_usage k ON k.table_schema = c.table_schema AND k.table_name = c.table_name'
                . " AND k.column_name = c.column_name AND k.constraint_name = 'PRIMARY' WHERE c.table_schema = DATABASE() AND c.table_name = $name ORDER BY c.ordinal_position",
            default => 'SELECT c.column_name, c.data_type, COALESCE((SELECT k.ordinal_position FROM information_schema.key_column_usage k'
                . ' JOIN information_schema.table_constraints t ON t.constraint_schema = k.constraint_schema AND t.constraint_name = k.constraint_name AND t.table_name = k.table_name'
                . " WHERE t.constraint_type = 'PRIMARY KEY' AND k.table_schema = c.table_schema AND k.table_name = c.table_name AND k.column_name = c.column_name), 0), ''"
                . " FROM information_schema.columns c WHERE c.table_schema = ANY (current_schemas(false)) AND c.table_name = $name ORDER BY c.ordinal_position",
        }) as [$column, $type, $place, $extra]) {
            $columns[$column] = strtolower($type);
            if ((int) $place > 0) {
                $keys[(int) $place] = $column;
            }
            if (str_contains(strtolower($extra), 'on update')) {
                $automatic[] = $column;
            }
        }
        ksort($keys);
        if ($keys === [] && $driver === 'sqlite' && self::rows($database, "SELECT name FROM sqlite_master WHERE type = 'table' AND name = $name") !== []) {
            $keys = ['rowid'];
        }

        return [$columns, array_values($keys), $automatic];
    }

    /** @return list<non-empty-list<string>> */
    private static function rows(PDO $database, string $query): array
    {
        try {
            $statement = $database->query($query);
            $rows = $statement !== false ? $statement->fetchAll(PDO::FETCH_NUM) : [];

            return array_map(static fn(array $row): array => array_map(static fn(mixed $cell): string => is_scalar($cell) ? (string) $cell : '', array_values($row)) ?: [''], array_values(array_filter($rows, is_array(...))));
        } catch (PDOException $e) {
            throw new RuntimeException("the database cannot be read: {$e->getMessage()}", 0, $e);
        }
    }
}
