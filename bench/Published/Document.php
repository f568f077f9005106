<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

use RuntimeException;

/** A document with parts between markers, `<!-- published:NAME -->` and `<!-- /published:NAME -->`, that are replaced. */
final readonly class Document
{
    /** Of the charts, beside the document. */
    private const FOLDER = 'published';

    private const CHARTS = '(?:^!\[[^\]]*\]\(published\/[^)]*\.svg\)\n\n?)+';

    public function __construct(private string $file) {}

    public function write(Comparison $comparison, Page $page, string $run): void
    {
        $charts = $comparison->charts($page);
        $notes = array_map(Page::wrapped(...), [...$page->notes, $run]);
        $parts = [...array_map(static fn(Table $table): string => $table->markdown(), $page->tables), self::images($comparison, $charts), ...array_map(static fn(string $note): string => "$note\n", $notes)];
        $this->replace($comparison->name(), static fn(): string => implode("\n", $parts));
        $this->draw($comparison, $charts);
    }

    /** Puts a sentence into a part of its own. */
    public function note(string $name, string $sentence): void
    {
        $this->replace($name, static fn(): string => "$sentence\n");
    }

    /** Makes the answers and charts again, from the tables that are in the document. */
    public function redraw(Comparison $comparison): void
    {
        $page = $this->page($comparison);
        $charts = $comparison->charts($page);
        $answers = $comparison->answers($page);
        $new = ($answers === null ? '' : $answers->markdown() . "\n") . self::images($comparison, $charts) . "\n";
        $old = $answers === null ? '' : '(?:^' . preg_quote($answers->title, '/') . ':\n\n(?:\|.*\n)+\n)?';
        $this->replace($comparison->name(), static fn(string $part): string => (string) preg_replace_callback("/$old" . self::CHARTS . '/m', static fn(): string => $new, $part, 1));
        $this->draw($comparison, $charts);
    }

    /** The tables of a comparison, as they are in the document. */
    public function page(Comparison $comparison): Page
    {
        preg_match(self::pattern($comparison->name()), (string) @file_get_contents($this->file), $part);
        preg_match_all('/^(.+):\n\n((?:\|.*\n)+)/m', $part[2] ?? '', $tables, PREG_SET_ORDER);

        return new Page(array_map(static fn(array $table): Table => Table::ofMarkdown($table[1], $table[2]), $tables));
    }

    /** @param callable(string): string $content of what there is */
    private function replace(string $name, callable $content): void
    {
        $text = preg_replace_callback(self::pattern($name), static fn(array $match): string => $match[1] . $content($match[2]) . $match[3], (string) @file_get_contents($this->file), 1, $count);
        if ($count !== 1 || file_put_contents($this->file, $text) === false) {
            throw new RuntimeException("$this->file has no part for $name, or cannot be written");
        }
    }

    private static function pattern(string $name): string
    {
        return "{(<!-- published:$name -->\n)(.*?)(<!-- /published:$name -->\n)}s";
    }

    /** @param list<Chart> $charts */
    private static function images(Comparison $comparison, array $charts): string
    {
        return implode("\n", array_map(static fn(Chart $chart): string => "![{$chart->title()}](" . self::FOLDER . "/{$comparison->name()}-{$chart->name()}.svg)\n", $charts));
    }

    /** @param list<Chart> $charts */
    private function draw(Comparison $comparison, array $charts): void
    {
        $folder = dirname($this->file) . '/' . self::FOLDER;
        if (!is_dir($folder)) {
            mkdir($folder);
        }
        array_map(unlink(...), glob("$folder/{$comparison->name()}-*.svg") ?: []);
        foreach ($charts as $chart) {
            file_put_contents("$folder/{$comparison->name()}-{$chart->name()}.svg", $chart->svg());
        }
    }
}
