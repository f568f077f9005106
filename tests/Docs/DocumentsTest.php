<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Docs;

use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** Links, width and figures of the documents. */
#[CoversNothing]
final class DocumentsTest extends TestCase
{
    /** Documents with lines of more than 120 columns, and why. */
    private const WIDE = [
        'docs/hash-tables.md' => 'a list: tools/check-tables.php and tools/check-library-tables.php read its rows',
        'docs/differences-from-igbinary.md' => 'a ledger: tests name its rows',
        'docs/differences-from-native.md' => 'a ledger: tools/check-ledger.php reads its rows',
        'docs/lab/published.md' => 'tables that make bench-published writes',
        'docs/formats.md' => 'tables that tests/Library/losses.php and tools/detect-table.php print',
        'spec/format.md' => 'tables that tools/gen-spec.php writes',
    ];

    /** Documents that show output of commands as it is. */
    private const OUTPUT = ['docs/cli.md', 'docs/convert.md', 'spec/format.md'];

    #[Test]
    public function every_relative_link_and_anchor_leads_somewhere(): void
    {
        $checked = 0;
        $broken = [];
        foreach (Document::all() as $document) {
            foreach ($document->links() as $link) {
                if (preg_match('~^[a-z]+:~', $link) === 1) {
                    continue;
                }
                $checked++;
                [$path, $anchor] = explode('#', $link, 2) + [1 => ''];
                $file = $path === '' ? $document->path : ltrim(dirname($document->path) . "/$path", './');
                $real = realpath(Document::ROOT . '/' . ($path === '' ? $document->path : dirname($document->path) . "/$path"));
                if ($real === false) {
                    $broken[] = "$document->path: $link: no such file";
                } elseif ($anchor !== '' && str_ends_with($real, '.md')) {
                    $target = new Document(substr($real, strlen((string) realpath(Document::ROOT)) + 1));
                    in_array($anchor, $target->anchors(), true) || $broken[] = "$document->path: $link: no such heading in $file";
                }
            }
        }

        self::assertSame([], $broken);
        self::assertGreaterThanOrEqual(180, $checked);
        fwrite(STDERR, "documents: $checked links and anchors lead somewhere\n");
    }

    #[Test]
    public function lines_have_at_most_120_columns(): void
    {
        $wide = [];
        $lines = 0;
        foreach (Document::all() as $document) {
            $text = $document->text();
            $text = isset(self::WIDE[$document->path]) ? (string) preg_replace('/^\|.*$/m', '', $text) : $text;
            $text = in_array($document->path, self::OUTPUT, true) ? (string) preg_replace('/^(?: {4}|[{]).*$/m', '', $text) : $text;
            foreach (explode("\n", $text) as $number => $line) {
                $lines++;
                mb_strlen($line) <= 120 || self::isWhole($line) || $wide[] = "$document->path:" . ($number + 1);
            }
        }

        self::assertSame([], $wide);
        self::assertGreaterThanOrEqual(4000, $lines);
        fwrite(STDERR, "documents: $lines lines of at most 120 columns\n");
    }

    #[Test]
    public function figures_in_the_readme_are_those_of_the_page_about_performance(): void
    {
        $page = (new Document('docs/performance.md'))->table('## Where it stands');
        $readme = (new Document('README.md'))->table('<!-- figures: docs/performance.md -->');
        foreach ($readme as $figure => $columns) {
            self::assertArrayHasKey($figure, $page);
            foreach ($columns as $column => $value) {
                self::assertSame($page[$figure][$column] ?? null, $value, "$figure, $column");
            }
        }
        self::assertGreaterThanOrEqual(6, count($readme));
    }

    #[Test]
    public function figures_of_pages_in_the_readme_are_those_of_the_packages(): void
    {
        $readme = (new Document('README.md'))->table('<!-- figures: packages -->');
        $symfony = (new Document('packages/symfony-bundle/README.md'))->table('<!-- pages -->')['Lyo, with the extension'];
        $laravel = preg_match('/^\| Redis \| `auto`, with the extension \| ([\d.]+) \| [\d.]+ \| ([\d.]+) \| ([\d.]+) \|$/m', (new Document('packages/laravel/README.md'))->text(), $row) === 1 ? $row : [];

        self::assertSame([
            'bytes in Redis' => ['Symfony' => $symfony['bytes in Redis'], 'Laravel' => $laravel[3] ?? null],
            'instructions of a page' => ['Symfony' => $symfony['instructions'], 'Laravel' => $laravel[1] ?? null],
            'peak memory of a page' => ['Symfony' => $symfony['peak memory'], 'Laravel' => $laravel[2] ?? null],
        ], array_map(static fn(array $row): array => array_combine(['Symfony', 'Laravel'], $row), $readme));
    }

    #[Test]
    public function the_readme_and_the_page_about_performance_stay_short(): void
    {
        self::assertLessThanOrEqual(110, (new Document('README.md'))->length());
        self::assertLessThanOrEqual(140, (new Document('docs/performance.md'))->length());
    }

    #[Test]
    public function the_map_names_every_folder_of_the_root_once(): void
    {
        $map = array_map(static fn(string $folder): string => trim($folder, '`/'), array_keys((new Document('ARCHITECTURE.md'))->table('## What is where')));
        $folders = [];
        foreach (scandir(Document::ROOT) ?: [] as $name) {
            is_dir(Document::ROOT . "/$name") && !in_array($name, ['.', '..', '.git', 'build', 'vendor'], true) && $folders[] = $name;
        }
        exec('git -C ' . escapeshellarg(Document::ROOT) . ' check-ignore ' . implode(' ', array_map(escapeshellarg(...), $folders)) . ' 2>/dev/null', $ignored);

        self::assertEqualsCanonicalizing(array_values(array_diff($folders, $ignored)), $map);
    }

    #[Test]
    public function the_index_names_every_document_once(): void
    {
        $links = array_map(static fn(string $link): string => explode('#', $link)[0], (new Document('docs/README.md'))->links());
        foreach (['', 'bridges/', 'lab/'] as $folder) {
            foreach (glob(Document::ROOT . "/docs/$folder*.md") ?: [] as $file) {
                $name = $folder . basename($file);
                $name === 'README.md' || self::assertContains($name, $links, 'docs/README.md');
            }
        }
    }

    #[Test]
    public function make_help_all_has_every_target_once_in_80_columns(): void
    {
        $files = array_map(static fn(string $name): string => Document::ROOT . "/$name", ['Makefile', 'tests/tests.mk', 'bench/bench.mk']);
        $targets = preg_match_all('/^## .*\n([a-z-]+):/m', implode('', array_map(static fn(string $file): string => (string) file_get_contents($file), $files)), $names);
        $awk = 'awk -f ' . escapeshellarg(Document::ROOT . '/tools/help.awk') . ' ';
        $lines = explode("\n", (string) shell_exec("$awk -v all=1 " . implode(' ', array_map(escapeshellarg(...), $files))));

        self::assertGreaterThan(60, $targets);
        self::assertLessThan(250, substr_count((string) file_get_contents($files[0]), "\n"));
        foreach ($files as $file) {
            foreach (explode("\n", str_replace("\t", '        ', (string) file_get_contents($file))) as $number => $line) {
                self::assertLessThanOrEqual(120, strlen($line), "$file:" . ($number + 1));
            }
        }
        foreach ($names[1] as $name) {
            self::assertCount($name === 'help' ? 0 : 1, preg_grep("/^  $name /", $lines) ?: [], $name);
        }
        foreach ($lines as $line) {
            self::assertLessThanOrEqual(80, strlen($line), $line);
        }
    }

    /** A link or a message alone in its line cannot be broken. */
    private static function isWhole(string $line): bool
    {
        return preg_match('~^\s*(?:[-*] )?\S*\]\(\S+\)\S*$|https?://\S{60}|^- `[^`]+`$~', $line) === 1;
    }
}
