<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** What a comparison found: tables and charts in the order in which they are shown. */
final readonly class Page
{
    /**
     * @param list<Table> $tables
     * @param list<Chart> $charts
     * @param list<string> $notes sentences on how it was measured, as Markdown
     */
    public function __construct(public array $tables, public array $charts, public array $notes = []) {}

    /** Text in lines of at most 120 bytes. */
    public static function wrapped(string $text): string
    {
        return wordwrap($text, 120);
    }

    /** @param string $folder of the charts, as seen from the document */
    public function markdown(string $folder, string $comparison): string
    {
        $parts = array_map(static fn(Table $table): string => $table->markdown(), $this->tables);
        foreach ($this->charts as $chart) {
            $parts[] = "![{$chart->title()}]($folder/$comparison-{$chart->name()}.svg)\n";
        }
        array_push($parts, ...array_map(static fn(string $note): string => self::wrapped($note) . "\n", $this->notes));

        return implode("\n", $parts);
    }
}
