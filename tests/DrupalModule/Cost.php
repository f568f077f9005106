<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\DrupalModule;

use Lyo\Tests\Bridge\Steps\Server;
use RuntimeException;

use function copy;
use function getenv;
use function json_decode;

/** What a page costs on one kind of site: the front page without the caches of whole pages, as a visitor gets it who has logged in. */
final class Cost
{
    /**
     * @param list<string> $php command of the web server that is measured
     * @param int $warm requests that a process has answered before it is measured: what it keeps is kept then
     */
    public function __construct(public readonly string $name, private readonly Site $site, private readonly bool $extension, private readonly array $php, string $settings, private readonly int $warm = 3)
    {
        $site->withoutPages($settings);
        copy(__DIR__ . '/page.php.txt', "$site->folder/web/lyo-cost.php");
    }

    /**
     * Prints what the first of the front page of each kind takes, and what the others take of it.
     *
     * @param non-empty-list<self> $kinds
     */
    public static function compare(array $kinds, int $pairs = 40): void
    {
        $bytes = $counted = $times = $last = [];
        foreach ($kinds as $i => $kind) {
            $bytes[$i] = $kind->fill();
            $counted[$i] = $kind->counted();
        }
        $servers = array_map(static fn(self $kind): Server => $kind->server(), $kinds);
        try {
            foreach ($kinds as $i => $kind) {
                for ($request = 0; $request < $kind->warm; $request++) {
                    $kind->answer($servers[$i]->request());
                }
            }
            for ($round = 0; $round < $pairs; $round++) {
                foreach ($kinds as $i => $kind) {
                    $time = $kind->answer($servers[$i]->request())['cpu'];
                    $round > 0 && $times[$i][] = $time - $last[$i];
                    $last[$i] = $time;
                }
            }
        } finally {
            array_map(static fn(Server $server) => $server->stop(), $servers);
        }
        foreach ($kinds as $i => $kind) {
            $ratios = array_map(static fn(float $is, float $plain): float => $is / $plain, $times[$i], $times[0]);
            sort($ratios);
            sort($times[$i]);
            printf("%-22s instructions %6.1f million (%.3f), CPU %.1f ms (%.2f), peak %.2f MB (%.3f), store %.3f MB (%.3f), APCu %.3f MB\n", $kind->name, $counted[$i]['instructions'] / 1e6, $counted[$i]['instructions'] / $counted[0]['instructions'], 1000 * $times[$i][intdiv(count($times[$i]), 2)], $ratios[intdiv(count($ratios), 2)], $counted[$i]['peak'] / 1e6, $counted[$i]['peak'] / $counted[0]['peak'], $bytes[$i] / 1e6, $bytes[$i] / $bytes[0], $counted[$i]['shared'] / 1e6);
        }
    }

    /** Fills the caches with all pages, and tells how many bytes the values in them have. */
    public function fill(): int
    {
        foreach ($this->site->bins() as $bin) {
            $this->site->execute("DELETE FROM $bin");
        }
        $wrong = $this->site->wrong($this->extension);
        $wrong === [] || throw new RuntimeException("$this->name: " . count($wrong) . ' pages are wrong: ' . reset($wrong));
        $bytes = 0;
        foreach ($this->site->bins() as $bin) {
            $bytes += $bin === 'cache_container' ? 0 : $this->site->number("SELECT COALESCE(SUM(LENGTH(CAST(data AS BLOB))), 0) FROM $bin");
        }
        return $bytes;
    }

    /** @return array{instructions: int, cpu: float, peak: int, shared: int} the least instructions of three requests; what the last of them took */
    public function counted(): array
    {
        $this->server()->page(); // compiles, which takes minutes below callgrind
        [, $instructions, $last] = $this->server(true)->page();
        return ['instructions' => $instructions > 0 ? $instructions : throw new RuntimeException('no instructions were counted')] + $this->answer($last);
    }

    public function server(bool $isCounted = false): Server
    {
        return new Server($this->php, "{$this->site->folder}/web/lyo-cost.php", ['APP_ENV' => 'prod', 'APP_DEBUG' => '0'] + getenv(), $this->site->folder, $isCounted, $this->warm);
    }

    /** @return array{cpu: float, peak: int, shared: int} seconds, which are those of the process, and bytes: of memory, and what APCu has */
    public function answer(string $answer): array
    {
        $page = json_decode((string) preg_replace('/^.*?(?=\{"cpu")/s', '', $answer), true);
        if (!is_array($page) || !is_float($page['cpu'] ?? null) || !is_int($page['peak'] ?? null) || !is_numeric($page['shared'] ?? null) || !is_string($page['page'] ?? null) || !str_starts_with($page['page'], '200 ')) {
            throw new RuntimeException("$this->name: " . substr($answer, -500)); // PHP may have printed warnings before
        }
        return ['cpu' => $page['cpu'], 'peak' => $page['peak'], 'shared' => (int) $page['shared']];
    }
}
