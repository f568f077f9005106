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

    /** MariaDB and MySQL: their name for UTF-8 of any length. */
    private const UTF8 = 'utf8mb4';

    /**
     * @param string $driver sqlite, mysql (also for MariaDB) or pgsql
     * @param array<string, Column> $columns by name
     * @param string $charset the character set in which the application reads text of MariaDB and MySQL
     */
    private function __construct(
        public string $driver,
        public string $table,
        private Column $column,
        public Keys $keys,
        private array $columns,
        private string $charset,
    ) {}

    /**
     * Reads the structure of a table.
     *
     * @param string|null $table name of the table; null if there is only one
     * @param string|null $column column with the values; null if only one has a name that frameworks use for it
     * @param string|null $charset the character set in which the application reads text of MariaDB and MySQL; null for UTF-8
     *
     * @throws RuntimeException if there is no such table or column, or if the database cannot be read
     */
    public static function of(PDO $database, ?string $table, ?string $column, ?string $charset): self
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
        [$columns, $keys] = self::columns($database, $driver, $table);
        $known = array_values(array_intersect(array_map(strval(...), array_keys($columns)), self::COLUMNS));
        $column ??= count($known) === 1 ? $known[0] : throw new RuntimeException("--column says which of $table: " . implode(', ', array_keys($columns)));
        if (!isset($columns[$column])) {
            throw new RuntimeException("the table $table has no column $column; it has " . implode(', ', array_keys($columns)));
        }

        return new self($driver, $table, $columns[$column], new Keys($driver, $keys), $columns, $charset ?? self::UTF8);
    }

    /** Returns the table as a quoted identifier. */
    public function name(): string
    {
        return self::quoted($this->driver, $this->table);
    }

    private static function quoted(string $driver, string $name): string
    {
        $mark = $driver === 'mysql' ? '`' : '"';

        return $mark . str_replace($mark, $mark . $mark, $name) . $mark;
    }

    /** Returns SQL for the column with the values. */
    public function column(): string
    {
        return $this->column->name;
    }

    /**
     * Returns SQL for the value as the application reads it, in a form that can be compared with a parameter byte by byte.
     *
     * MariaDB has text in the character set of the column, and would compare it without regard to case.
     */
    public function bytes(): string
    {
        $column = $this->column->name;

        return match ($this->driver) {
            'sqlite' => "CAST($column AS BLOB)",
            'mysql' => $this->column->charset === null ? "CAST($column AS BINARY)" : "CAST(CONVERT($column USING $this->charset) AS BINARY)",
            default => $this->column->isText() ? "$column COLLATE \"C\"" : $column,
        };
    }

    /** Returns SQL for the value as it is read. */
    public function value(): string
    {
        return $this->driver === 'mysql' ? $this->bytes() : $this->column->name;
    }

    /** Returns SQL for a parameter that becomes the value. */
    public function mark(): string
    {
        return $this->column->charset === null ? '?' : "CONVERT(? USING $this->charset)";
    }

    /** Returns SQL that is 1 if the character set of the application holds all characters of the value. */
    public function isWhole(): string
    {
        $column = $this->column;
        if ($column->charset === null || $this->charset === self::UTF8 || $this->charset === $column->charset) {
            return '1';
        }
        $utf8 = static fn(string $sql): string => "CAST(CONVERT($sql USING " . self::UTF8 . ') AS BINARY)';

        return $utf8("CONVERT($column->name USING $this->charset)") . ' = ' . $utf8($column->name);
    }

    /** Returns SQL for the length of the value in bytes. */
    public function length(): string
    {
        return match ($this->driver) {
            // SQLite knows the length of a blob without reading it. The length of text is read in characters, which no function of it avoids before 3.43.
            'sqlite' => "CASE typeof({$this->column->name}) WHEN 'blob' THEN LENGTH({$this->column->name}) ELSE LENGTH(CAST({$this->column->name} AS BLOB)) END",
            'mysql' => "LENGTH({$this->column->name})",
            default => "octet_length({$this->column->name})",
        };
    }

    /** Tells whether the column can hold so many bytes. */
    public function holds(int $bytes): bool
    {
        return $this->column->longest === null || $bytes <= $this->column->longest;
    }

    /**
     * Returns the type for PDO with which a value is bound.
     *
     * @param string $storage what storage() returned for the row; in SQLite the type of binding decides whether the value is text or a blob
     */
    public function bindsAs(string $storage): int
    {
        return ($this->driver === 'sqlite' ? $storage === 'blob' : $this->driver === 'mysql' || $this->column->isBytes()) ? PDO::PARAM_LOB : PDO::PARAM_STR;
    }

    /** Returns the type for PDO with which a value is bound that is compared with bytes(). */
    public function comparesAs(): int
    {
        return $this->driver !== 'pgsql' || $this->column->isBytes() ? PDO::PARAM_LOB : PDO::PARAM_STR;
    }

    /** Returns SQL for the Unix time at which a row expires: NULL if the table does not tell. */
    public function expiry(): string
    {
        foreach (self::EXPIRY as $column => $sql) {
            $type = $this->columns[$column]->type ?? 'none';
            if (($this->columns[$column] ?? null) !== $this->column && preg_match('/int|numeric|^$/', $type) === 1) {
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
        return $this->driver === 'sqlite' ? "typeof({$this->column->name})" : 'NULL';
    }

    /** Tells what the column with the values can hold. */
    public function text(): Text
    {
        return match (true) {
            isset($this->columns['last_activity']) && $this->column === ($this->columns['payload'] ?? null) => Text::Base64, // sessions of Laravel
            !$this->column->isText() => Text::Bytes,
            $this->driver === 'mysql' => Text::Utf8,
            default => Text::NoNul,
        };
    }

    /** Returns SQL with which an UPDATE also sets the automatic columns to their old value, so that only the value changes. */
    public function rest(): string
    {
        return implode('', array_map(static fn(Column $column): string => $column->automatic ? ", $column->name = $column->name" : '', $this->columns));
    }

    /** @return array{array<string, Column>, list<Column>} the columns by name, and those of the primary key in its order */
    private static function columns(PDO $database, string $driver, string $table): array
    {
        $name = $database->quote($table);
        $columns = $keys = [];
        foreach (self::rows($database, match ($driver) {
            'sqlite' => "SELECT name, type, pk, '', '', '', '' FROM pragma_table_info($name)",
            'mysql' => 'SELECT c.column_name, c.data_type, COALESCE(k.ordinal_position, 0), c.extra, c.character_set_name, c.collation_name, c.character_octet_length'
                . ' FROM information_schema.columns c LEFT JOIN information_schema.key_column_usage k ON k.table_schema = c.table_schema AND k.table_name = c.table_name'
                . " AND k.column_name = c.column_name AND k.constraint_name = 'PRIMARY' WHERE c.table_schema = DATABASE() AND c.table_name = $name ORDER BY c.ordinal_position",
            default => 'SELECT c.column_name, c.data_type, COALESCE((SELECT k.ordinal_position FROM information_schema.key_column_usage k'
                . ' JOIN information_schema.table_constraints t ON t.constraint_schema = k.constraint_schema AND t.constraint_name = k.constraint_name AND t.table_name = k.table_name'
                . " WHERE t.constraint_type = 'PRIMARY KEY' AND k.table_schema = c.table_schema AND k.table_name = c.table_name AND k.column_name = c.column_name), 0), '', '', '',"
                . ' CASE WHEN c.character_maximum_length IS NOT NULL THEN c.character_octet_length END'
                . " FROM information_schema.columns c WHERE c.table_schema = ANY (current_schemas(false)) AND c.table_name = $name ORDER BY c.ordinal_position",
        }) as [$column, $type, $place, $extra, $charset, $collation, $longest]) {
            $columns[$column] = new Column(
                self::quoted($driver, $column),
                strtolower($type),
                $charset === '' ? null : $charset,
                $collation === '' ? null : $collation,
                $longest === '' ? null : (int) $longest,
                str_contains(strtolower($extra), 'on update'),
            );
            if ((int) $place > 0) {
                $keys[(int) $place] = $columns[$column];
            }
        }
        ksort($keys);
        if ($keys === [] && $driver === 'sqlite' && self::rows($database, "SELECT name FROM sqlite_master WHERE type = 'table' AND name = $name") !== []) {
            $keys = [new Column('rowid', 'integer')];
        }

        // PostgreSQL compares a parameter as a value of the type of the column.
        $ordered = $driver !== 'mysql' || array_filter($keys, static fn(Column $column): bool => !$column->isOrdered()) === [];

        return [$columns, $ordered ? array_values($keys) : []];
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
