<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Measure\Source;

use Lyo\Measure\Item;
use Lyo\Measure\Source;
use PDO;
use PDOException;
use RuntimeException;

use function array_filter;
use function array_intersect;
use function array_values;
use function count;
use function implode;
use function in_array;
use function is_array;
use function is_resource;
use function is_string;
use function str_replace;
use function stream_get_contents;
use function strlen;

/** A column of a table of a database: each row that has something there is one value. */
final readonly class Table implements Source
{
    /** Columns in which frameworks keep values: Drupal, Symfony, Laravel, their sessions, WordPress. */
    private const COLUMNS = ['data', 'item_data', 'payload', 'value', 'sess_data', 'session', 'session_data', 'option_value', 'meta_value', 'body'];

    /** PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, which has another name since PHP 8.4 and is deprecated since 8.5. */
    private const BUFFERED = 1000;

    private function __construct(private PDO $database, private string $table, private string $column) {}

    /**
     * @param string|null $table null for the only one
     * @param string|null $column null for the only one of a known name
     *
     * @throws RuntimeException
     */
    public static function of(PDO $database, ?string $table, ?string $column): self
    {
        $tables = self::tables($database);
        $table ??= count($tables) === 1 ? $tables[0] : throw new RuntimeException('--table says which: ' . implode(', ', $tables));
        if (!in_array($table, $tables, true)) {
            throw new RuntimeException("there is no table $table; there are " . implode(', ', $tables));
        }
        $columns = self::columns($database, $table);
        $known = array_values(array_intersect($columns, self::COLUMNS));
        $column ??= count($known) === 1 ? $known[0] : throw new RuntimeException("--column says which of $table: " . implode(', ', $columns));
        if (!in_array($column, $columns, true)) {
            throw new RuntimeException("the table $table has no column $column; it has " . implode(', ', $columns));
        }

        return new self($database, $table, $column);
    }

    /** @throws RuntimeException */
    public static function connect(string $dsn, ?string $user, ?string $password): PDO
    {
        try {
            $database = new PDO($dsn, $user, $password, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION, PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_NUM]);
            if ($database->getAttribute(PDO::ATTR_DRIVER_NAME) === 'mysql') {
                $database->setAttribute(self::BUFFERED, false); // or all rows would be in memory
            }

            return $database;
        } catch (PDOException $e) {
            throw new RuntimeException("the database cannot be opened: {$e->getMessage()}");
        }
    }

    public function items(): iterable
    {
        $column = self::quoted($this->database, $this->column);
        $statement = $this->database->query("SELECT $column FROM " . self::quoted($this->database, $this->table) . " WHERE $column IS NOT NULL");
        for ($row = 1; $statement !== false && is_array($cells = $statement->fetch()); $row++) {
            $data = is_resource($cells[0]) ? stream_get_contents($cells[0]) : $cells[0]; // PostgreSQL gives streams of bytes
            if (is_string($data)) {
                yield new Item("$this->table, row $row", strlen($data), static fn(): string => $data);
            }
        }
    }

    /** @return list<string> */
    private static function tables(PDO $database): array
    {
        return self::strings($database, match ($database->getAttribute(PDO::ATTR_DRIVER_NAME)) {
            'sqlite' => "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
            'mysql' => 'SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name',
            default => "SELECT table_name FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY table_name",
        });
    }

    /** @return list<string> */
    private static function columns(PDO $database, string $table): array
    {
        $name = $database->quote($table);

        return self::strings($database, match ($database->getAttribute(PDO::ATTR_DRIVER_NAME)) {
            'sqlite' => "SELECT name FROM pragma_table_info($name)",
            'mysql' => "SELECT column_name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = $name ORDER BY ordinal_position",
            default => "SELECT column_name FROM information_schema.columns WHERE table_name = $name ORDER BY ordinal_position",
        });
    }

    /** @return list<string> */
    private static function strings(PDO $database, string $query): array
    {
        try {
            $statement = $database->query($query);

            return array_values(array_filter($statement !== false ? $statement->fetchAll(PDO::FETCH_COLUMN) : [], is_string(...)));
        } catch (PDOException $e) {
            throw new RuntimeException("the database cannot be read: {$e->getMessage()}");
        }
    }

    private static function quoted(PDO $database, string $name): string
    {
        $mark = $database->getAttribute(PDO::ATTR_DRIVER_NAME) === 'mysql' ? '`' : '"';

        return $mark . str_replace($mark, $mark . $mark, $name) . $mark;
    }
}
