<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Packages;

use Lyo\Format;
use RuntimeException;

/** The commands in the README of a package, in an empty folder, with pages in between. */
abstract class Readme
{
    /** Items of the page. */
    protected const ITEMS = 40;

    protected string $folder;
    private ?string $values = null;
    /** @var list<string> seconds that commands took */
    private array $times = [];

    /** @param array<string, string> $environment */
    public function __construct(private readonly string $empty, protected readonly string $version, protected readonly array $environment, protected readonly string $extension)
    {
        $this->folder = $empty;
    }

    public function walk(): string
    {
        $did = [];
        foreach ($this->commands() as $command) {
            if (str_starts_with($command, 'cd ')) {
                $this->folder = "$this->empty/" . substr($command, 3);
                continue;
            }
            if (str_starts_with($command, 'composer remove')) {
                $this->installed($did['lyo:status'] ?? '');
            }
            sleep(1); // Symfony's cache:clear takes a container of the same second for its own
            $start = microtime(true);
            $output = Process::run(preg_replace('/:[\d.]+\*"/', ":$this->version.*\"", $command) ?? $command, $this->folder, $this->environment);
            $word = preg_match('/create-project|require|remove|lyo:status/', $command, $match) === 1 ? $match[0] : throw new RuntimeException("the README has a command that is not known here: $command");
            $did[$word] = $output;
            $this->times[] = sprintf('%s %.1f s', $word, microtime(true) - $start);
            if ($word === 'create-project') {
                $this->folder = $this->empty;
            }
        }
        $this->expect(array_keys($did) === ['create-project', 'require', 'lyo:status', 'remove'], 'the README has other commands');
        $this->expect(!is_dir("$this->folder/vendor/lyo"), 'composer remove has left something');
        $this->removed();
        return implode(', ', $this->times);
    }

    /** The folder of the package. */
    abstract protected function package(): string;

    /** With the package; $status is what lyo:status has printed without the extension. */
    abstract protected function installed(string $status): void;

    /** Without the package. */
    abstract protected function removed(): void;

    abstract protected function head(?string $extension): Head;

    /** @return list<string> what is stored for the items */
    abstract protected function stored(): array;

    /**
     * @param int $hits items that are not made again
     * @param string|null $format of all items; null if it does not matter
     */
    protected function page(?string $extension, int $hits, ?string $format): void
    {
        $head = $this->head($extension);
        $page = $head->page();
        $this->values ??= $page['values'];
        $what = sprintf('%s, %s extension, %d hits expected', $this->version, $extension === null ? 'no' : 'the', $hits);
        $this->expect($page['values'] === $this->values, "$what: the page has other values");
        $this->expect($page['hits'] === $hits, "$what: {$page['hits']} hits");
        $this->expect(preg_match('/\[(error|critical|alert|emergency)\]|PHP (Fatal|Warning|Notice|Deprecated)/i', $head->log()) === 0, "$what: errors\n{$head->log()}");
        $formats = [];
        foreach ($this->stored() as $bytes) {
            $name = Format::detect($bytes)->value ?? 'unknown';
            $formats[$name] = ($formats[$name] ?? 0) + 1;
        }
        $this->expect($format === null ? ($formats['lyo'] ?? 0) === 0 : ($formats[$format] ?? 0) >= self::ITEMS && count(array_diff_key($formats, [$format => 0, 'native' => 0])) === 0, "$what: stored as " . json_encode($formats));
    }

    protected function console(string $command, ?string $extension = null): string
    {
        return Process::run(($extension === null ? 'php ' : 'php -d extension=' . escapeshellarg($extension) . ' ') . $command, $this->folder, $this->environment);
    }

    protected function expect(bool $holds, string $otherwise): void
    {
        $holds || throw new RuntimeException("README of {$this->package()}: $otherwise");
    }

    /** @return list<string> the commands of the first block of the README */
    private function commands(): array
    {
        $readme = (string) file_get_contents(dirname(__DIR__, 2) . "/{$this->package()}/README.md");
        return preg_match('/^```sh\n(.*?)^```$/ms', $readme, $block) === 1 ? explode("\n", trim((string) preg_replace('/ +#.*/', '', $block[1]))) : throw new RuntimeException('the README has no block of commands');
    }
}
