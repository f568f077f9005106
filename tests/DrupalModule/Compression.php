<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\DrupalModule;

use RuntimeException;

use function array_fill_keys;
use function array_map;
use function file_put_contents;
use function json_encode;
use function printf;

/** What compression of the bins saves, and what it adds to a page: by codec, level and smallest size, and for each bin alone. */
final class Compression
{
    private const CODECS = [['zlib', 1], ['zlib', 3], ['zlib', 6], ['zstd', -20], ['zstd', -5], ['zstd', -1], ['zstd', 1], ['zstd', 3], ['zstd', 9]];
    private const SIZES = [500, 1000, 2000, 8000];

    /** @param Cost $cost a site with the module, and without compression */
    public function __construct(private readonly Site $site, private readonly Cost $cost, private readonly Cost $plain) {}

    /** Prints a line for each way. */
    public function compare(int $rounds = 15): void
    {
        $store = $this->plain->fill();
        $this->cost->fill();
        $bins = array_values(array_filter($this->site->bins(), fn(string $bin): bool => $bin !== 'cache_container' && $this->site->number("SELECT COUNT(*) FROM $bin WHERE serialized = 1") > 0));
        $tags = $values = 0;
        foreach ($bins as $bin) {
            $values += $bytes = $this->site->number("SELECT SUM(LENGTH(CAST(data AS BLOB))) FROM $bin");
            $tags += $ofTags = $this->site->number("SELECT COALESCE(SUM(LENGTH(tags)), 0) FROM $bin");
            printf("%-18s %8d bytes of values, %7d of tags: %4.1f %%\n", $bin, $bytes, $ofTags, 100 * $ofTags / ($bytes + $ofTags));
        }
        printf("%-18s %8d bytes of values, %7d of tags: %4.1f %%\n", 'all', $values, $tags, 100 * $tags / ($values + $tags));
        $all = static fn(array $options): array => array_fill_keys($bins, $options);
        $ways = ['none' => $all([])];
        foreach (self::CODECS as [$codec, $level]) {
            $ways["$codec $level"] = $all(['compress' => $codec, 'level' => $level]);
        }
        foreach (['zlib', 'zstd'] as $codec) {
            foreach (self::SIZES as $size) {
                $ways["$codec 1, from $size bytes"] = $all(['compress' => $codec, 'min_size' => $size]);
            }
        }
        foreach ($bins as $bin) {
            foreach (['zlib', 'zstd'] as $codec) {
                $ways["$codec 1, only $bin"] = [$bin => ['compress' => $codec]] + $all([]);
            }
        }
        $database = $this->site->database();
        rename($database, "$database-none");
        $files = [];
        foreach (array_keys($ways) as $i => $way) {
            $files[$way] = "$database-$i";
        }
        file_put_contents("{$this->site->folder}/ways.json", json_encode(array_combine($files, $ways), JSON_THROW_ON_ERROR));
        copy("$database-none", $database);
        $lines = $this->site->run('php ' . __DIR__ . "/pack.php web $database-none {$this->site->folder}/ways.json", true);
        preg_match_all('/^(.+): (\d+) bytes, (.+) ms$/m', $lines, $found) === count($files) || throw new RuntimeException($lines);
        $bytes = array_combine($found[1], array_map(intval(...), $found[2]));
        $write = array_combine($found[1], $found[3]);
        $use = static function (string $file) use ($database): void {
            array_map(unlink(...), glob("$database{,-wal,-shm}", GLOB_BRACE) ?: []);
            link($file, $database); // PHP remembers for minutes where a symbolic link leads
        };

        $plain = $this->plain->counted()['instructions'];
        $times = [];
        $last = [0.0, 0.0];
        $this->cost->server()->page(); // compiles
        $server = $this->cost->server(true);
        try {
            for ($i = 0; $i < 3; $i++) {
                $use($files['none']);
                $this->cost->answer($server->request());
            }
            foreach ($files as $way => $file) {
                $use($file);
                $this->cost->answer($server->request());
                $this->cost->answer($server->request());
            }
        } finally {
            $server->stop();
        }
        $counted = [];
        foreach (array_keys($files) as $j => $way) {
            $counted[$way] = min($server->instructions($i + 2 * $j + 1), $server->instructions($i + 2 * $j + 2));
        }
        $servers = [$this->plain->server(), $this->cost->server()];
        try {
            for ($round = -1; $round < $rounds; $round++) {
                foreach (['plain' => ''] + $files as $way => $file) {
                    if (str_contains($way, ' only ')) { // one bin is less than what differs from run to run
                        continue;
                    }
                    $of = $way === 'plain' ? 0 : 1;
                    $of === 0 || $use($file);
                    $time = $this->cost->answer($servers[$of]->request())['cpu'];
                    $round < 0 || $times[$way][] = $time - $last[$of];
                    $last[$of] = $time;
                }
            }
        } finally {
            array_map(static fn($server) => $server->stop(), $servers);
        }
        $median = static function (string $way) use ($times): string {
            $ratios = array_map(static fn(float $is, float $plain): float => $is / $plain, $times[$way] ?? [], isset($times[$way]) ? $times['plain'] : []);
            sort($ratios);
            return $ratios === [] ? '' : sprintf('%.2f', $ratios[intdiv(count($ratios), 2)]);
        };
        printf("%-36s %9s %6s %10s %6s %7s %5s %9s\n", 'compression', 'bytes', 'of all', 'saved', 'instr.', 'more', 'CPU', 'write, ms');
        foreach ($files as $way => $file) {
            printf("%-36s %9d %6.3f %10d %6.3f %6.2fM %5s %9.1f\n", $way, $bytes[$file], $bytes[$file] / $store, $bytes[$files['none']] - $bytes[$file], $counted[$way] / $plain, ($counted[$way] - $counted['none']) / 1e6, $median($way), $write[$file]);
        }
    }
}
