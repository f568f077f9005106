<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Tests;

use Lyo\Bundle\Tests\App\CountingPdo;
use Lyo\Bundle\Tests\App\Heads;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestDox;
use Symfony\Component\Cache\Adapter\AdapterInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;

/**
 * LYO_OPERATIONS is the number of operations for each store, LYO_REDIS the DSN of a server that may be cleared, LYO_SO the extension for the
 * processes that the test starts.
 */
final class HeadsTest extends ApplicationTestCase
{
    /** Operations of which the commands are counted. */
    private const COUNTED = 400;

    /**
     * @return iterable<string, array{string}>
     */
    public static function stores(): iterable
    {
        yield 'files' => ['files'];
        yield 'SQLite' => ['SQLite'];
        if (false !== getenv('LYO_REDIS')) {
            yield 'Redis' => ['Redis'];
            yield 'Redis, tags in Redis' => ['Redis, tags in Redis'];
        }
    }

    #[DataProvider('stores')]
    #[TestDox('Applications with the bundle and without it use one store in turn, with tags: no error, no wrong or stale value, no more commands: $store')]
    public function testOneStore(string $store): void
    {
        $operations = (int) (getenv('LYO_OPERATIONS') ?: self::COUNTED);
        $plain = $this->heads($store, null);
        $ours = $this->heads($store, 'lyo');
        $commands = $misses = ['plain' => 0, 'bundle' => 0, 'both' => 0];
        foreach (['plain' => [[$plain, $plain], []], 'bundle' => [[$ours, $ours], []], 'both' => [[$plain, $ours], [0]]] as $which => [$pools, $miss]) {
            (new Heads($pools, [0, 1]))->run(20); // connects and makes tables
            $plain->clear();
            $before = self::commands($store);
            // RedisTagAwareAdapter also deletes an item for a tag that it had before.
            $heads = new Heads($pools, 'Redis, tags in Redis' === $store ? [0, 1] : $miss);
            self::assertSame([], $heads->run('both' === $which ? $operations : self::COUNTED), $which);
            $commands[$which] = self::commands($store) - $before;
            $misses[$which] = $heads->misses;
            self::assertGreaterThan($heads->misses, $heads->hits, $which);
        }
        self::assertSame($commands['plain'], $commands['bundle'], 'commands of the store');
        self::assertSame($misses['plain'], $misses['bundle']);
        self::assertGreaterThan(0, $misses['both']);
        if (false !== getenv('LYO_OPERATIONS')) {
            fwrite(\STDERR, \sprintf("%s: %d operations, %d writes, %d hits, %d misses of what is there; %s commands for %d operations of plain heads, %s of ours; %s for all\n", $store, $operations, $heads->version, $heads->hits, $heads->misses, $commands['plain'] ?: 'no', self::COUNTED, $commands['bundle'] ?: 'no', $commands['both'] ?: 'no'));
        }
    }

    #[TestDox('A head that reads what nobody has invalidated for it is found')]
    public function testPlantedFault(): void
    {
        $other = new \Symfony\Component\Cache\Adapter\TagAwareAdapter(new \Symfony\Component\Cache\Adapter\ArrayAdapter());
        self::assertNotSame([], (new Heads([$this->heads('files', 'lyo'), $other], [0, 1]))->run(500));
    }

    private function heads(string $store, ?string $writes): AdapterInterface
    {
        $pool = match ($store) {
            'files' => ['adapter' => 'cache.adapter.filesystem', 'tags' => true],
            'SQLite' => ['adapter' => 'cache.adapter.pdo', 'provider' => 'app.pdo', 'tags' => true],
            'Redis' => ['adapter' => 'cache.adapter.redis', 'provider' => getenv('LYO_REDIS'), 'tags' => true],
            default => ['adapter' => 'cache.adapter.redis_tag_aware', 'provider' => getenv('LYO_REDIS')],
        };
        $kernel = $this->application(null === $writes ? [] : ['writes' => $writes], ['cache' => ['pools' => ['heads.pool' => $pool]]], function (ContainerBuilder $container): void {
            $container->register('app.pdo', CountingPdo::class)->setArguments([$this->folder.'/heads.sqlite']);
        }, null !== $writes);

        return self::pool($kernel, 'heads.pool');
    }

    /**
     * The number of commands that the store has got, as far as it is counted.
     */
    private static function commands(string $store): int
    {
        if ('files' === $store || 'SQLite' === $store) {
            return 'SQLite' === $store ? CountingPdo::$statements : 0;
        }
        $address = parse_url((string) getenv('LYO_REDIS'));
        self::assertIsArray($address);
        $redis = fsockopen($address['host'] ?? '', $address['port'] ?? 0);
        self::assertIsResource($redis);
        fwrite($redis, "INFO stats\r\n");
        for ($answer = ''; !str_contains($answer, 'total_commands_processed:'); $answer .= (string) fgets($redis)) {
        }
        fclose($redis);

        return (int) substr($answer, (int) strrpos($answer, ':') + 1);
    }

    #[TestDox('During a deploy, heads with the bundle and without it share a store: no error, no wrong or stale value')]
    public function testDeploy(): void
    {
        $operations = (int) (getenv('LYO_OPERATIONS') ?: 2000);
        $modules = array_merge(...array_map(static fn (string $file): array => ['-d', 'extension='.$file], array_filter([getenv('LYO_SO') ?: ''])));
        $heads = ['plain' => [], 'bundle' => [], 'bundle with the extension' => $modules];
        $processes = [];
        foreach (array_keys($heads) as $seed => $head) {
            $process = proc_open([\PHP_BINARY, ...$heads[$head], __DIR__.'/App/head.php', $this->folder, 'plain' === $head ? 'plain' : 'bundle', (string) $operations, (string) $seed], [1 => ['pipe', 'w']], $pipes[$head]);
            self::assertIsResource($process);
            $processes[$head] = $process;
        }
        foreach ($processes as $head => $process) {
            $output = (string) stream_get_contents($pipes[$head][1]);
            self::assertSame(0, proc_close($process), $head);
            /** @var array{hits: int, misses: int, wrong: int, stale: int, lost: int, errors: list<string>} $seen */
            $seen = json_decode($output, true, 512, \JSON_THROW_ON_ERROR);
            self::assertSame(['wrong' => 0, 'stale' => 0, 'lost' => 0, 'errors' => []], array_diff_key($seen, ['hits' => 0, 'misses' => 0]), $head);
            self::assertSame($operations, $seen['hits'] + $seen['misses']);
            self::assertGreaterThan($operations / 4, $seen['hits'], $head);
            if (false !== getenv('LYO_OPERATIONS')) {
                fwrite(\STDERR, \sprintf("%s: %d operations, %d hits, %d misses\n", $head, $operations, $seen['hits'], $seen['misses']));
            }
        }
    }
}
