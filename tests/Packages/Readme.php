<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Packages;

use Lyo\Format;
use RecursiveDirectoryIterator;
use RecursiveIteratorIterator;
use RuntimeException;
use SplFileInfo;

/** The commands in the README of the bundle, in an empty folder, with pages in between. */
final class Readme
{
    /** Items of the page. */
    private const ITEMS = 40;

    private string $folder;
    /** @var array<string, string> */
    private readonly array $environment;
    private ?string $values = null;
    /** @var list<string> seconds that commands of Composer took */
    private array $times = [];

    public function __construct(private readonly string $empty, private readonly string $version, string $kind, Composer $composer, private readonly string $extension)
    {
        $this->folder = $empty;
        $this->environment = ['APP_ENV' => $kind] + $composer->environment;
    }

    public function walk(): string
    {
        $did = [];
        foreach (self::commands() as $command) {
            if (str_starts_with($command, 'cd ')) {
                $this->folder = "$this->empty/" . substr($command, 3);
                continue;
            }
            if (str_starts_with($command, 'composer remove')) {
                $this->pages($did['lyo:status'] ?? '');
            }
            sleep(1); // cache:clear takes a container of the same second for its own
            $start = microtime(true);
            $output = Process::run(preg_replace('/skeleton:[\d.]+\*/', "skeleton:$this->version.*", $command) ?? $command, $this->folder, $this->environment);
            $word = preg_match('/create-project|require|remove|lyo:status/', $command, $match) === 1 ? $match[0] : throw new RuntimeException("the README has a command that is not known here: $command");
            $did[$word] = $output;
            $this->times[] = sprintf('%s %.1f s', $word, microtime(true) - $start);
            if ($word === 'create-project') {
                $this->folder = $this->empty;
            }
            if ($word === 'require') {
                $this->expect(str_contains((string) file_get_contents("$this->folder/config/bundles.php"), 'Lyo\Bundle\LyoBundle'), 'Flex has not registered the bundle');
            }
        }
        $this->expect(array_keys($did) === ['create-project', 'require', 'lyo:status', 'remove'], 'the README has other commands');
        $this->removed();
        return implode(', ', $this->times);
    }

    /** With the bundle. */
    private function pages(string $status): void
    {
        copy(__DIR__ . '/PageController.php.txt', "$this->folder/src/Controller/PageController.php");
        Process::run('php bin/console cache:clear', $this->folder, $this->environment);
        $this->expect(preg_match('/Caches are written as\s+native/', $status) === 1, "lyo:status without the extension:\n$status");
        $with = Process::run('php -d extension=' . escapeshellarg($this->extension) . ' bin/console lyo:status', $this->folder, $this->environment);
        $this->expect(preg_match('/Caches are written as\s+lyo/', $with) === 1 && preg_match('/cache\.app\s+\S+\s+yes/', $with) === 1, "lyo:status with the extension:\n$with");

        $this->page(null, 0, 'native');
        $this->page($this->extension, self::ITEMS, 'native');
        $this->forget();
        $this->page($this->extension, 0, 'lyo');
        $this->page(null, self::ITEMS, 'lyo');
    }

    /** Without the bundle: what is in lyo is a miss, and is written again. */
    private function removed(): void
    {
        $this->expect(!is_dir("$this->folder/vendor/lyo"), 'composer remove has left something');
        $this->expect(!str_contains((string) file_get_contents("$this->folder/config/bundles.php"), 'Lyo'), 'Flex has left the bundle');
        $this->page(null, 0, null);
        $this->page(null, self::ITEMS, null);
    }

    private function page(?string $extension, int $hits, ?string $format): void
    {
        $head = new Head($this->folder, $extension, $this->environment);
        $page = $head->page();
        $this->values ??= $page['values'];
        $what = sprintf('%s, %s extension, %d hits expected', $this->version, $extension === null ? 'no' : 'the', $hits);
        $this->expect($page['values'] === $this->values, "$what: the page has other values");
        $this->expect($page['hits'] === $hits, "$what: {$page['hits']} hits");
        $this->expect(preg_match('/\[(error|critical|alert|emergency)\]|PHP (Fatal|Warning|Notice|Deprecated)/i', $head->log()) === 0, "$what: errors\n{$head->log()}");
        $formats = $this->formats();
        $this->expect($format === null ? ($formats['lyo'] ?? 0) === 0 : ($formats[$format] ?? 0) >= self::ITEMS && count(array_diff_key($formats, [$format => 0, 'native' => 0])) === 0, "$what: stored as " . json_encode($formats));
    }

    /** @return array<string, int> the items in the folder of cache.app, by format */
    private function formats(): array
    {
        $formats = [];
        foreach ($this->items() as $file) {
            $bytes = explode("\n", (string) file_get_contents($file), 3)[2] ?? '';
            $format = Format::detect($bytes)->value ?? 'unknown';
            $formats[$format] = ($formats[$format] ?? 0) + 1;
        }
        return $formats;
    }

    private function forget(): void
    {
        array_map(unlink(...), $this->items());
    }

    /** @return list<string> */
    private function items(): array
    {
        $items = [];
        /** @var SplFileInfo $file */
        foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("$this->folder/var", RecursiveDirectoryIterator::SKIP_DOTS)) as $file) {
            if (str_contains($file->getPathname(), '/pools/app/') && $file->isFile()) {
                $items[] = $file->getPathname();
            }
        }
        return $items;
    }

    private function expect(bool $holds, string $otherwise): void
    {
        $holds || throw new RuntimeException("README of the bundle: $otherwise");
    }

    /** @return list<string> the commands of the first block of the README */
    private static function commands(): array
    {
        $readme = (string) file_get_contents(dirname(__DIR__, 2) . '/packages/symfony-bundle/README.md');
        return preg_match('/^```sh\n(.*?)^```$/ms', $readme, $block) === 1 ? explode("\n", trim((string) preg_replace('/ +#.*/', '', $block[1]))) : throw new RuntimeException('the README has no block of commands');
    }
}
