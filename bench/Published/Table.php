<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

use LogicException;

/** A table of figures: the first column names what is measured. */
final readonly class Table
{
    /**
     * @param list<string> $headers
     * @param list<list<string>> $rows as long as the headers
     */
    public function __construct(public string $title, public array $headers, public array $rows) {}

    /**
     * @param string $corner above the names
     * @param array<string, array<int|string, string>> $cells by column, by name; all with the same columns
     */
    public static function ofCells(string $title, string $corner, array $cells): self
    {
        $rows = [];
        foreach ($cells as $name => $row) {
            $rows[] = [$name, ...array_values($row)];
        }
        $first = $cells[array_key_first($cells) ?? ''] ?? [];

        return new self($title, [$corner, ...array_map(strval(...), array_keys($first))], $rows);
    }

    /** Reads what markdown() has written. */
    public static function ofMarkdown(string $title, string $lines): self
    {
        $rows = [];
        foreach (explode("\n", trim($lines)) as $line) {
            $rows[] = array_map(static fn(string $cell): string => str_replace('\|', '|', trim($cell)), preg_split('/(?<!\\\\)\|/', substr($line, 1, -1)) ?: []);
        }

        return new self($title, $rows[0], array_slice($rows, 2));
    }

    /** @return array<string, float> the numbers of a column, by the first cell of their rows; empty cells are left out */
    public function column(string $header): array
    {
        $place = array_search($header, $this->headers, true);
        $numbers = [];
        foreach ($place === false ? throw new LogicException("\"$this->title\" has no column \"$header\"") : $this->rows as $row) {
            if ($row[$place] !== '') {
                $numbers[$row[0]] = self::number($row[$place]);
            }
        }

        return $numbers;
    }

    /**
     * @param list<string> $names of rows; those that the table does not have are left out
     * @return array<string, float> numbers of a column, by name
     */
    public function some(string $column, array $names): array
    {
        $numbers = $this->column($column);
        $some = [];
        foreach ($names as $name) {
            if (isset($numbers[$name])) {
                $some[$name] = $numbers[$name];
            }
        }

        return $some;
    }

    /**
     * @param list<string> $names as for some()
     * @return array<string, float> numbers of a column in parts of the number of another row, by name
     */
    public function parts(string $column, array $names, string $base): array
    {
        $of = $this->some($column, [$base])[$base] ?? 0.0;

        return $of > 0.0 ? array_map(static fn(float $number): float => $number / $of, $this->some($column, $names)) : [];
    }

    /** @return array<string, non-empty-array<int, float>> the numbers of columns that have a count as their header, such as "1,102 objects", by count, by row */
    public function points(): array
    {
        $points = [];
        foreach ($this->headers as $place => $header) {
            if (preg_match('/^([\d,]+)( \w+)?$/', $header, $count) === 1) {
                foreach ($this->rows as $row) {
                    $points[$row[0]][(int) self::number($count[1])] = self::number($row[$place]);
                }
            }
        }

        return $points;
    }

    public static function number(string $cell): float
    {
        $number = str_replace(',', '', $cell);

        return is_numeric($number) ? (float) $number : throw new LogicException("\"$cell\" is no number");
    }

    public function markdown(): string
    {
        $lines = array_map(self::line(...), [$this->headers, ['---', ...array_fill(0, max(0, count($this->headers) - 1), '---:')], ...$this->rows]);

        return "$this->title:\n\n" . implode('', $lines);
    }

    /** @param list<string> $cells */
    private static function line(array $cells): string
    {
        return '| ' . implode(' | ', array_map(static fn(string $cell): string => str_replace('|', '\|', $cell), $cells)) . " |\n";
    }
}
