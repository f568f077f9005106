<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store\Table;

use PDO;
use PDOStatement;

use function array_fill;
use function array_keys;
use function array_map;
use function count;
use function implode;
use function preg_match;
use function range;
use function sprintf;
use function substr;

/**
 * The primary key of a table, as SQL: how its columns are read, compared and bound.
 *
 * A key is a list of strings, one for each column. They are bytes that no connection translates: text of MariaDB and MySQL is read as UTF-8 in
 * a binary string. SQLite compares values of different types as different, so there each string begins with the first letter of the type.
 */
final readonly class Keys
{
    /** SQLite: the letter of the type, then the value. A float has all its digits. */
    private const TYPED = "CASE typeof(%1\$s) WHEN 'real' THEN 'r' || printf('%%!.17g', %1\$s) ELSE substr(typeof(%1\$s), 1, 1) || %1\$s END";

    /** The character set in which keys of MariaDB and MySQL are read and bound. */
    private const UTF8 = 'utf8mb4';

    /** @param list<Column> $columns */
    public function __construct(private string $driver, private array $columns) {}

    public function count(): int
    {
        return count($this->columns);
    }

    /** @return list<string> SQL for each column that gives a part of a key */
    public function cells(): array
    {
        return array_map(fn(Column $column): string => match (true) {
            $this->driver === 'sqlite' => sprintf(self::TYPED, $column->name),
            $column->charset !== null => "CAST(CONVERT($column->name USING " . self::UTF8 . ') AS BINARY)',
            default => $column->name,
        }, $this->columns);
    }

    /** Returns SQL for the columns, in the order of the key. */
    public function names(): string
    {
        return implode(', ', array_map(static fn(Column $column): string => $column->name, $this->columns));
    }

    /** Returns a condition for rows without a key: SQLite lets columns of a primary key be NULL. Null for other databases. */
    public function areMissing(): ?string
    {
        return $this->driver !== 'sqlite' ? null : '(' . implode(' OR ', array_map(static fn(Column $column): string => "$column->name IS NULL", $this->columns)) . ')';
    }

    /** Returns a condition for one key. Each part of the key is bound once. */
    public function is(): string
    {
        return implode(' AND ', array_map(fn(Column $column): string => "$column->name = {$this->mark($column)}", $this->columns));
    }

    /** Returns a condition for several keys. */
    public function isAnyOf(int $keys): string
    {
        if ($this->count() === 1) {
            return "{$this->columns[0]->name} IN (" . implode(', ', array_fill(0, $keys, $this->mark($this->columns[0]))) . ')';
        }

        return "({$this->names()}) IN (" . ($this->driver === 'sqlite' ? 'VALUES ' : '') . implode(', ', array_fill(0, $keys, '(' . implode(', ', array_map($this->mark(...), $this->columns)) . ')')) . ')';
    }

    /**
     * Returns a condition for keys that come after another one, and the parts of that key to bind for it.
     *
     * MariaDB and MySQL read the whole index for (a, b) > (?, ?), but not for a > ? OR (a = ? AND b > ?).
     *
     * @return array{string, list<int>} SQL, and the indexes of the parts
     */
    public function after(): array
    {
        $conditions = $parts = [];
        foreach ($this->columns as $last => $column) {
            $same = array_map(fn(int $i): string => "{$this->columns[$i]->name} = {$this->mark($this->columns[$i])}", $last === 0 ? [] : range(0, $last - 1));
            $conditions[] = '(' . implode(' AND ', [...$same, "$column->name > {$this->mark($column)}"]) . ')';
            $parts = [...$parts, ...range(0, $last)];
        }
        if ($this->driver === 'mysql' || $this->count() === 1) {
            return ['(' . implode(' OR ', $conditions) . ')', $parts];
        }

        return ["({$this->names()}) > (" . implode(', ', array_map($this->mark(...), $this->columns)) . ')', array_keys($this->columns)];
    }

    /**
     * Binds parts of a key, beginning with placeholder $at.
     *
     * @param list<string> $key
     * @param list<int>|null $parts indexes of the parts; null for all of them
     *
     * @return int the number of the next placeholder
     */
    public function bind(PDOStatement $statement, int $at, array $key, ?array $parts = null): int
    {
        foreach ($parts ?? array_keys($this->columns) as $part) {
            $column = $this->columns[$part];
            [$value, $type] = $this->driver === 'sqlite' ? self::typed($key[$part] ?? '') : [$key[$part] ?? '', $column->charset !== null || $column->isBytes() ? PDO::PARAM_LOB : PDO::PARAM_STR];
            $statement->bindValue($at++, $value, $type);
        }

        return $at;
    }

    /**
     * Returns the key as it is shown.
     *
     * @param list<string> $key
     *
     * @return list<string>
     */
    public function shown(array $key): array
    {
        return $this->driver === 'sqlite' ? array_map(static fn(string $part): string => substr($part, 1), $key) : $key;
    }

    /**
     * Returns the keys that a user can mean.
     *
     * @param list<string> $shown the key as shown() returns it
     *
     * @return list<list<string>>
     */
    public function spelled(array $shown): array
    {
        if ($this->driver !== 'sqlite') {
            return [$shown];
        }
        $keys = [[]];
        foreach ($shown as $part) {
            $more = [];
            foreach ($keys as $key) {
                foreach (preg_match('/\A-?\d{1,19}\z/', $part) === 1 ? ['t', 'i', 'b'] : ['t', 'b'] as $type) {
                    $more[] = [...$key, $type . $part];
                }
            }
            $keys = $more;
        }

        return $keys;
    }

    /** SQL for a value of a column, as this column has it, so that an index can be used. */
    private function mark(Column $column): string
    {
        return match ($column->charset) {
            null => '?',
            self::UTF8 => 'CONVERT(? USING ' . self::UTF8 . ") COLLATE $column->collation",
            default => 'CONVERT(CONVERT(? USING ' . self::UTF8 . ") USING $column->charset) COLLATE $column->collation",
        };
    }

    /** @return array{string, int} a value and its type for PDO */
    private static function typed(string $part): array
    {
        return [substr($part, 1), match ($part[0] ?? '') {
            'i' => PDO::PARAM_INT,
            'b' => PDO::PARAM_LOB,
            default => PDO::PARAM_STR,
        }];
    }
}
