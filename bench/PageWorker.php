<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Lyo\Samples\Samples;
use Lyo\Tests\Bridge\Laravel\Site;
use Lyo\Tests\Bridge\Symfony\CacheKernel;
use RuntimeException;

/**
 * Pages of one framework, with each writer in turn. The application boots, reads items from a cache in files and stores one of them again; Laravel's
 * also has a session. Prints the CPU time of a page in each round as JSON.
 */
final class PageWorker
{
    public const WRITERS = ['plain', 'native', 'igbinary', 'lyo'];
    private const SAMPLES = ['user-record', 'rate-limit', 'session', 'configuration', 'translations', 'permissions', 'order', 'dates-and-lists', 'prices', 'distances'];
    /** Each sample has so many keys. */
    private const KEYS = 2;
    private const ROUNDS = 12;
    private const PAGES = 5;

    private readonly string $folder;

    public function __construct(private readonly string $framework)
    {
        $this->folder = (string) getenv('BRIDGE_FOLDER');
    }

    public static function describe(): string
    {
        $sizes = array_values(array_map(static fn(mixed $value): int => strlen(serialize($value)), self::items()));
        return sprintf('A page reads %d items of %.1f to %.1f kB of serialize() text, %.0f kB together, and stores one anew.', count($sizes), min([INF, ...$sizes]) / 1000, max([0, ...$sizes]) / 1000, array_sum($sizes) / 1000);
    }

    public function run(): int
    {
        $items = self::items();
        foreach (self::WRITERS as $writer) {
            foreach ($items as $key => $value) {
                $this->page($writer, [], [$key => $value]);
            }
        }
        for ($round = 0; $round <= self::ROUNDS; $round++) {
            $figures = [];
            foreach (self::WRITERS as $writer) {
                gc_collect_cycles();
                $start = self::cpu();
                for ($i = 0; $i < self::PAGES; $i++) {
                    $this->page($writer, array_keys($items), ['order.0' => $items['order.0']]);
                }
                $figures[$writer] = (self::cpu() - $start) / self::PAGES;
            }
            if ($round > 0) { // the first one warms up
                echo json_encode($figures, JSON_THROW_ON_ERROR), "\n";
            }
        }
        return 0;
    }

    /** @return array<string, mixed> */
    private static function items(): array
    {
        $items = [];
        foreach (self::SAMPLES as $name) {
            for ($i = 0; $i < self::KEYS; $i++) {
                $items["$name.$i"] = Samples::get($name);
            }
        }
        return $items;
    }

    /**
     * @param list<string> $read
     * @param array<string, mixed> $store
     */
    private function page(string $writer, array $read, array $store): void
    {
        $missed = $this->framework === 'Laravel' ? $this->laravel($writer, $read, $store) : $this->symfony($writer, $read, $store);
        if ($missed > 0) {
            throw new RuntimeException("$this->framework, $writer: $missed items are missed");
        }
    }

    /**
     * @param list<string> $read
     * @param array<string, mixed> $store
     */
    private function laravel(string $writer, array $read, array $store): int
    {
        $settings = ['session.writes' => $writer === 'plain' ? null : $writer];
        $site = new Site($this->folder, 'predis', null, ['none' => ['driver' => 'sqlite', 'database' => ':memory:']], $writer !== 'plain', $settings);
        $session = $site->session();
        $session->setId(str_pad($writer, 40, 'x'));
        $session->start();
        $session->put('cart', ($session->get('cart') ?? Samples::get('session')));
        $cache = $site->cache(['driver' => 'file', 'path' => "$this->folder/$writer", 'writes' => $writer]);
        $missed = 0;
        foreach ($read as $key) {
            $missed += $cache->get($key) === null ? 1 : 0;
        }
        foreach ($store as $key => $value) {
            $cache->put($key, $value, 600);
        }
        $session->save();
        return $missed;
    }

    /**
     * @param list<string> $read
     * @param array<string, mixed> $store
     */
    private function symfony(string $writer, array $read, array $store): int
    {
        $_ENV['CACHE_FORMAT'] = $_SERVER['CACHE_FORMAT'] = $writer;
        $pool = (new CacheKernel($this->folder, $writer === 'plain' ? 'plain' : 'prod'))->pool();
        $missed = 0;
        foreach ($read as $key) {
            $missed += $pool->getItem("$writer.$key")->isHit() ? 0 : 1;
        }
        foreach ($store as $key => $value) {
            $pool->save($pool->getItem("$writer.$key")->set($value));
        }
        return $missed;
    }

    private static function cpu(): float
    {
        /** @var array<string, int> $usage */
        $usage = getrusage();
        return $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec'] + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1e6;
    }
}
