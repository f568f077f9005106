<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Tests;

use Lyo\Laravel\Tests\Support\Place;
use Lyo\Laravel\Tests\Support\Servers;
use PHPUnit\Framework\Attributes\TestDox;
use PHPUnit\Framework\Attributes\TestWith;
use Predis\Client;

final class HeadsTest extends ApplicationTestCase
{
    private const PLAIN = ['package' => false];

    private const OURS = ['package' => true];

    private const EVERY = ['package' => true, 'lyo.every_host_reads' => true];

    #[TestDox('The first step of a deploy: heads with the package and without it share a store')]
    #[TestWith(['database'])]
    #[TestWith(['file'])]
    #[TestWith(['redis'])]
    public function test_first_step(string $driver): void
    {
        $this->share($driver, ['plain' => self::PLAIN, 'ours' => self::OURS, 'ours with the extension' => self::OURS]);
    }

    #[TestDox('The second step: heads with every_host_reads and without it share a store')]
    #[TestWith(['file'])]
    #[TestWith(['redis'])]
    public function test_second_step(string $driver): void
    {
        $this->share($driver, ['ours' => self::OURS, 'every_host_reads' => self::EVERY, 'every_host_reads with the extension' => self::EVERY]);
    }

    /**
     * No error, no wrong or stale value.
     *
     * @param  array<string, array<string, mixed>>  $heads
     */
    private function share(string $driver, array $heads): void
    {
        $place = $this->place($driver);
        $operations = (int) (getenv('LYO_OPERATIONS') ?: 2000);
        $extension = getenv('LYO_SO') ?: '';
        $before = self::commands($driver);
        $processes = $pipes = [];
        foreach (array_keys($heads) as $seed => $head) {
            $task = ['folder' => $this->folder, 'config' => $this->config($place, $heads[$head]), 'package' => $heads[$head]['package'], 'operations' => $operations, 'seed' => $seed];
            $modules = $extension !== '' && str_contains($head, 'extension') ? ['-d', "extension=$extension"] : [];
            $process = proc_open([PHP_BINARY, ...$modules, __DIR__.'/Support/head.php', json_encode($task, JSON_THROW_ON_ERROR)], [1 => ['pipe', 'w']], $pipes[$head]);
            self::assertIsResource($process);
            $processes[$head] = $process;
        }
        $report = [];
        foreach ($processes as $head => $process) {
            $output = (string) stream_get_contents($pipes[$head][1]);
            self::assertSame(0, proc_close($process), "$head: $output");
            /** @var array{hits: int, misses: int, writes: int, wrong: int, stale: int, lost: int, queries: int, errors: list<string>} $seen */
            $seen = json_decode($output, true, 512, JSON_THROW_ON_ERROR);
            self::assertSame(['wrong' => 0, 'stale' => 0, 'lost' => 0, 'errors' => []], array_diff_key($seen, ['hits' => 0, 'misses' => 0, 'writes' => 0, 'queries' => 0]), $head);
            self::assertSame($operations, $seen['hits'] + $seen['misses']);
            self::assertGreaterThan($operations / 10, $seen['hits'], $head);
            $report[] = sprintf('%s: %d operations, %d hits, %d misses, %d writes, %d queries', $head, $operations, $seen['hits'], $seen['misses'], $seen['writes'], $seen['queries']);
        }
        $commands = self::commands($driver) - $before;
        fwrite(STDERR, sprintf("%s, %s\n%s%s\n", $this->name(), $driver, implode("\n", $report), $driver === 'redis' ? "\n$commands commands of Redis" : ''));
    }

    /**
     * @param  array<string, mixed>  $head
     * @return array<string, mixed>
     */
    private function config(Place $place, array $head): array
    {
        return array_diff_key($head, ['package' => 0]) + ['cache.stores.place' => $place->config] + $place->others;
    }

    private static function commands(string $driver): int
    {
        if ($driver !== 'redis') {
            return 0;
        }
        $stats = (new Client(['host' => '127.0.0.1', 'port' => Servers::redis()]))->info('stats');
        $count = is_array($stats['Stats'] ?? null) ? $stats['Stats']['total_commands_processed'] ?? 0 : 0;

        return is_numeric($count) ? (int) $count : 0;
    }
}
