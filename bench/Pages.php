<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Lyo\Tests\Bridge\Page;
use Lyo\Tests\Bridge\Runner;
use RuntimeException;

/** Starts a worker for each framework and each set of modules, in turn, and prints the table. */
final class Pages
{
    private const FRAMEWORKS = ['Laravel' => 'laravel-12', 'Symfony' => 'symfony-7'];
    private const MODULES = ['ctype', 'tokenizer', 'mbstring', 'posix', 'pdo'];
    private const TURNS = 3;

    public function run(): int
    {
        $build = (string) realpath(getenv('BUILD') ?: 'build');
        $modules = [
            'lyo, igbinary' => ["$build/lyo.so", 'igbinary'], 'lyo, Lyo\'s igbinary.so' => ["$build/lyo.so", "$build/igbinary.so"], 'lyo' => ["$build/lyo.so"],
            'igbinary' => ['igbinary'], 'Lyo\'s igbinary.so' => ["$build/igbinary.so"], 'none' => [],
        ];
        $folder = sys_get_temp_dir() . '/lyo-pages-' . getmypid();
        mkdir("$folder/Symfony", 0700, true);
        mkdir("$folder/Laravel", 0700);
        file_put_contents("$folder/Symfony/services.yaml", str_replace('$writer: auto', '$writer: \'%env(CACHE_FORMAT)%\'', Page::block('symfony.md', 'yaml')));
        /** @var array<string, array<string, array<string, list<float>>>> $ratios framework, writer, modules */
        $ratios = [];
        /** @var array<string, list<float>> $plain */
        $plain = [];
        for ($turn = 0; $turn < self::TURNS; $turn++) {
            foreach (self::FRAMEWORKS as $framework => $project) {
                foreach ($modules as $loaded => $names) {
                    $command = [...Runner::php([...self::MODULES, ...$names]), __DIR__ . '/pages.php', $framework];
                    $process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w']], $pipes, null, ['BRIDGE_PROJECT' => $project, 'BRIDGE_FOLDER' => "$folder/$framework"] + getenv());
                    while ($process !== false && ($line = fgets($pipes[1])) !== false) {
                        /** @var array<string, float> $round */
                        $round = json_decode($line, true, 8, JSON_THROW_ON_ERROR);
                        $plain[$framework][] = $round['plain'];
                        foreach ($round as $writer => $seconds) {
                            $ratios[$framework][$writer][$loaded][] = $seconds / $round['plain'];
                        }
                    }
                    if ($process === false || proc_close($process) !== 0) {
                        throw new RuntimeException("the worker for $framework with $loaded failed");
                    }
                }
            }
        }
        exec('rm -rf ' . escapeshellarg($folder));
        echo PageWorker::describe(), "\nCPU time of a page, of that without the bridge\n\n| framework | writes | modules: ", implode(' | ', array_keys($modules)), " |\n| --- | --- |", str_repeat(' ---: |', count($modules)), "\n";
        foreach ($ratios as $framework => $writers) {
            foreach ($writers as $writer => $figures) {
                echo $writer === 'plain'
                    ? sprintf("| %s | without the bridge: %.2f ms |%s\n", $framework, 1000 * self::median($plain[$framework]), str_repeat(' 1 |', count($figures)))
                    : "| $framework | $writer | " . implode(' | ', array_map(static fn(array $of): string => sprintf('%.2f', self::median($of)), $figures)) . " |\n";
            }
        }
        return 0;
    }

    /** @param list<float> $amounts */
    private static function median(array $amounts): float
    {
        sort($amounts);
        return $amounts[intdiv(count($amounts), 2)];
    }
}
