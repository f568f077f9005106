<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

use RuntimeException;

/** A document with parts between markers, `<!-- published:NAME -->` and `<!-- /published:NAME -->`, that are replaced. */
final readonly class Document
{
    public function __construct(private string $file) {}

    public function write(Comparison $comparison, Page $page, string $run): void
    {
        $name = $comparison->name();
        $text = (string) @file_get_contents($this->file);
        $pattern = "{(<!-- published:$name -->\n).*?(<!-- /published:$name -->\n)}s";
        $folder = dirname($this->file) . '/published';
        $content = $page->markdown('published', $name) . "\n" . Page::wrapped($run) . "\n";
        $text = preg_replace_callback($pattern, static fn(array $match): string => $match[1] . $content . $match[2], $text, 1, $count);
        if ($count !== 1 || file_put_contents($this->file, $text) === false) {
            throw new RuntimeException("$this->file has no part for $name, or cannot be written");
        }
        if (!is_dir($folder)) {
            mkdir($folder);
        }
        array_map(unlink(...), glob("$folder/$name-*.svg") ?: []);
        foreach ($page->charts as $chart) {
            file_put_contents("$folder/$name-{$chart->name()}.svg", $chart->svg());
        }
    }
}
