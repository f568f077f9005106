<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

use LogicException;

/** What a comparison found. */
final readonly class Page
{
    /**
     * @param list<Table> $tables in the order in which they are shown
     * @param list<string> $notes sentences on how it was measured, as Markdown
     */
    public function __construct(public array $tables, public array $notes = []) {}

    /** The same page with one more table, if there is one. */
    public function with(?Table $table): self
    {
        return $table === null ? $this : new self([...$this->tables, $table], $this->notes);
    }

    public function table(string $title): Table
    {
        foreach ($this->tables as $table) {
            if ($table->title === $title) {
                return $table;
            }
        }
        throw new LogicException("there is no table \"$title\"");
    }

    /** @return list<Table> */
    public function tables(string $pattern): array
    {
        return array_values(array_filter($this->tables, static fn(Table $table): bool => preg_match($pattern, $table->title) === 1));
    }

    /** Text in lines of at most 120 bytes. */
    public static function wrapped(string $text): string
    {
        return wordwrap($text, 120);
    }
}
