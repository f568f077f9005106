<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Closure;
use Lyo\Bridge\Symfony\Marshaller;
use Lyo\Tests\Bridge\Servers;
use Lyo\Tests\Corpus\Corpus;
use Random\Engine\Mt19937;
use Random\Randomizer;
use Redis;
use RuntimeException;
use Symfony\Component\Cache\Adapter\AdapterInterface;
use Symfony\Component\Cache\Adapter\FilesystemAdapter;
use Symfony\Component\Cache\Adapter\RedisAdapter;
use Symfony\Component\Cache\Marshaller\DefaultMarshaller;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/** Requests of one application, each marshaller in turn. Prints the figures of each round as JSON. */
final class BridgeWorker
{
    public const MARSHALLERS = ['default', 'default, igbinary', 'bridge, native', 'bridge, lyo', 'bridge, lyo+zlib'];
    public const STORES = ['Redis', 'files'];
    private const ROUNDS = 15;
    /** Requests in a turn; items that a request reads. It stores one of them again. */
    private const REQUESTS = 10;
    private const ITEMS = 20;

    public function __construct(private readonly string $application) {}

    public function run(): int
    {
        error_reporting(E_ALL & ~E_DEPRECATED); // of old application classes
        $corpus = Corpus::find() ?? throw new RuntimeException('there is no corpus');
        $corpus->load();
        $corpus->loadClasses($this->application);
        $values = [];
        foreach ($corpus->files()[$this->application] as $file) {
            $values[md5($file)] = unserialize($corpus->text($file));
        }
        if ($values === []) {
            throw new RuntimeException("$this->application has no values");
        }
        $redis = new Redis();
        $redis->connect('127.0.0.1', Servers::redis() ?? throw new RuntimeException('there is no redis-server'));
        $folder = Servers::folder('bench');
        $random = new Randomizer(new Mt19937(1));
        foreach (self::STORES as $store) {
            $pools = [];
            foreach (self::MARSHALLERS as $number => $name) {
                $space = "m$number";
                $pools[$name] = static fn(): AdapterInterface => $store === 'Redis' ? new RedisAdapter($redis, $space, 0, self::marshaller($name)) : new FilesystemAdapter($space, 0, $folder, self::marshaller($name));
                $this->fill($pools[$name](), $values);
            }
            $this->rounds($store, $pools, $values, $random);
        }
        return 0;
    }

    private static function marshaller(string $name): MarshallerInterface
    {
        return match ($name) {
            'default' => new DefaultMarshaller(),
            'default, igbinary' => new DefaultMarshaller(true),
            'bridge, native' => new Marshaller(),
            'bridge, lyo' => new Marshaller('lyo'),
            default => new Marshaller('lyo', envelope: ['compress' => 'zlib', 'min_size' => 2048]),
        };
    }

    /** @param array<string, mixed> $values */
    private function fill(AdapterInterface $pool, array $values): void
    {
        foreach ($values as $key => $value) {
            if (!$pool->save($pool->getItem($key)->set($value)) || serialize($pool->getItem($key)->get()) !== serialize($value)) {
                throw new RuntimeException("$this->application $key is not stored as it is");
            }
        }
    }

    /**
     * @param array<string, Closure(): AdapterInterface> $pools
     * @param non-empty-array<string, mixed> $values
     */
    private function rounds(string $store, array $pools, array $values, Randomizer $random): void
    {
        for ($round = 0; $round <= self::ROUNDS; $round++) {
            $requests = [];
            for ($i = 0; $i < self::REQUESTS; $i++) {
                $requests[] = array_map(strval(...), (array) $random->pickArrayKeys($values, max(1, min(self::ITEMS, count($values)))));
            }
            $figures = [];
            foreach ($random->shuffleArray(self::MARSHALLERS) as $name) {
                $memory = 0;
                $start = hrtime(true);
                foreach ($requests as $wanted) {
                    $memory += $this->request($pools[$name](), $wanted);
                }
                $figures[$name] = ['seconds' => (hrtime(true) - $start) / 1e9 / self::REQUESTS, 'memory' => $memory / self::REQUESTS];
            }
            if ($round > 0) { // the first one warms up
                echo json_encode([$store => $figures], JSON_THROW_ON_ERROR), "\n";
            }
        }
    }

    /**
     * @param list<string> $keys
     *
     * @return int bytes that the values take until the request ends
     */
    private function request(AdapterInterface $pool, array $keys): int
    {
        $before = memory_get_usage();
        $values = [];
        foreach ($pool->getItems($keys) as $key => $item) {
            $values[$key] = $item->isHit() ? $item->get() : throw new RuntimeException("$key is lost");
        }
        $memory = memory_get_usage() - $before;
        $pool->save($pool->getItem($keys[0])->set($values[$keys[0]]));
        return $memory;
    }
}
