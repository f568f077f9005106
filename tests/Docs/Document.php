<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Docs;

use RuntimeException;

/** A document of the project: its headings, links and samples. */
final class Document
{
    public const ROOT = __DIR__ . '/../..';

    private readonly string $text;

    public function __construct(public readonly string $path)
    {
        $text = file_get_contents(self::ROOT . "/$path");
        $this->text = $text === false ? throw new RuntimeException("$path cannot be read") : $text;
    }

    /** @return list<self> all that are part of the project */
    public static function all(): array
    {
        $paths = [];
        foreach (['*.md', '*/*.md', 'docs/*/*.md', 'clients/*/*.md', 'spec/*/*.md'] as $pattern) {
            foreach (glob(self::ROOT . "/$pattern") ?: [] as $file) {
                $path = substr($file, strlen(self::ROOT) + 1);
                preg_match('~^(build|vendor)/~', $path) === 1 || $paths[] = $path;
            }
        }

        return array_map(static fn(string $path): self => new self($path), array_values(array_unique($paths)));
    }

    /** @return list<string> names to link to, as GitHub makes them of headings */
    public function anchors(): array
    {
        preg_match_all('/^#{1,6} +(.+?) *$/m', $this->prose(), $headings);
        $anchors = [];
        foreach ($headings[1] as $heading) {
            $plain = (string) preg_replace(['/\[([^\]]*)\]\([^)]*\)/', '/[`*]/'], ['$1', ''], $heading);
            $anchor = strtr((string) preg_replace('/[^\p{L}\p{N}\-_ ]+/u', '', mb_strtolower($plain)), ' ', '-');
            $count = count(array_keys($anchors, $anchor, true));
            $anchors[] = $anchor;
            $count === 0 || $anchors[] = "$anchor-$count";
        }
        preg_match_all('/<a (?:name|id)="([^"]+)"/', $this->text, $named);

        return [...$anchors, ...$named[1]];
    }

    /** @return list<string> targets of links and images outside of code */
    public function links(): array
    {
        preg_match_all('/\]\(([^)\s]+)\)/', (string) preg_replace('/`[^`\n]*`/', '', $this->prose()), $links);

        return $links[1];
    }

    /** @return list<Sample> */
    public function samples(): array
    {
        $samples = [];
        preg_match_all('/^(?:<!-- (not run|run by|needs): (.+?) -->\n)?```([^\n`]*)\n(.*?)^```$/ms', $this->text, $blocks, PREG_SET_ORDER | PREG_OFFSET_CAPTURE);
        foreach ($blocks as $block) {
            $before = rtrim(substr($this->text, 0, (int) $block[0][1]));
            if (str_ends_with($before, "\n\nprints") && $block[3][0] === '' && $samples !== []) {
                $samples[count($samples) - 1]->prints = $block[4][0];
                continue;
            }
            $line = substr_count($this->text, "\n", 0, (int) $block[0][1]) + 1;
            [$language, $file] = explode(' ', $block[3][0], 2) + [1 => ''];
            $samples[] = new Sample("$this->path:$line", $language, $file, $block[4][0], $block[1][0], $block[2][0]);
        }

        return $samples;
    }

    /**
     * Rows of the first table after this text, by first cell and by column.
     *
     * @return array<string, array<string, string>>
     */
    public function table(string $behind): array
    {
        $at = strpos($this->text, $behind);
        if ($at === false || preg_match('/^\|.*?(?=^[^|]|\z)/ms', substr($this->text, $at), $table) !== 1) {
            throw new RuntimeException("$this->path has no table behind \"$behind\"");
        }
        $rows = array_map(static fn(string $line): array => array_map(trim(...), array_slice(explode('|', $line), 1, -1)), explode("\n", trim($table[0])));
        $columns = array_slice($rows[0], 1);
        $cells = [];
        foreach (array_slice($rows, 2) as $row) {
            $cells[$row[0]] = array_combine($columns, array_slice($row, 1));
        }

        return $cells;
    }

    /** How many lines it has. */
    public function length(): int
    {
        return substr_count($this->text, "\n");
    }

    public function text(): string
    {
        return $this->text;
    }

    private function prose(): string
    {
        return (string) preg_replace(['/^```.*?^```$/ms', '/^ {4}.*$/m'], '', $this->text);
    }
}
