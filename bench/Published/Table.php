<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

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
