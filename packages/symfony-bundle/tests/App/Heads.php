<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Tests\App;

use Symfony\Component\Cache\Adapter\AdapterInterface;
use Symfony\Component\Cache\Adapter\TagAwareAdapterInterface;
use Symfony\Component\Cache\CacheItem;
use Symfony\Contracts\Service\ResetInterface;

/**
 * Random operations of several applications on one pool with tags, in turn, each as a request of its own. Each write has a version. An application
 * without the bundle may miss what the other one has written; nobody may fail, or read an older, a deleted or an invalidated value.
 */
final class Heads
{
    private const ITEMS = ['a', 'b', 'c', 'd', 'e'];
    private const TAGS = ['x', 'y', 'z'];

    public int $version = 0;
    public int $hits = 0;
    public int $misses = 0;
    private readonly \Random\Randomizer $random;
    /** @var array<string, mixed> what was written last, if it is there */
    private array $values = [];
    /** @var array<string, list<string>> its tags */
    private array $tags = [];
    /** @var list<string> */
    private array $faults = [];

    /**
     * @param list<AdapterInterface> $pools of the applications
     * @param list<int>              $miss  those that may miss what is there
     */
    public function __construct(
        private readonly array $pools,
        private readonly array $miss,
    ) {
        $this->random = new \Random\Randomizer(new \Random\Engine\Mt19937(46));
    }

    /**
     * @return list<string> what was wrong
     */
    public function run(int $operations): array
    {
        set_error_handler(static fn (int $level, string $message): bool => 0 === (error_reporting() & $level) ? false : throw new \ErrorException($message, 0, $level));
        try {
            for ($i = 0; $i < $operations; ++$i) {
                $head = $this->random->getInt(0, \count($this->pools) - 1);
                $operation = $this->random->getInt(0, 99);
                $pool = $this->pools[$head];
                try {
                    if ($pool instanceof ResetInterface) {
                        $pool->reset();
                    }
                    $this->step($head, $operation, self::ITEMS[$this->random->getInt(0, 4)]);
                } catch (\Throwable $e) {
                    $this->faults[] = "head $head, operation $operation: ".$e::class.": {$e->getMessage()}";
                }
            }
        } finally {
            restore_error_handler();
        }

        return $this->faults;
    }

    private function step(int $head, int $operation, string $item): void
    {
        $pool = $this->pools[$head];
        match (true) {
            $operation < 40 => $this->found($head, $pool->getItem($item)),
            $operation < 50 => $this->many($head),
            $operation < 72 => $this->save($head, [$item]),
            $operation < 78 => $this->save($head, ['a', 'c', 'e']),
            $operation < 86 => $this->removed($pool->deleteItem($item), [$item]),
            $operation < 90 => $this->removed($pool->deleteItems(['b', 'd']), ['b', 'd']),
            $operation < 99 => $this->invalidate($pool, self::TAGS[$this->random->getInt(0, 2)]),
            default => $this->removed($pool->clear(), self::ITEMS),
        };
    }

    private function found(int $head, CacheItem $item): void
    {
        $key = $item->getKey();
        $isThere = \array_key_exists($key, $this->values);
        if (!$item->isHit()) {
            $this->misses += $isThere ? 1 : 0;
            if ($isThere && !\in_array($head, $this->miss, true)) {
                $this->faults[] = "head $head: $key is lost";
            }

            return;
        }
        ++$this->hits;
        if (!$isThere || $item->get() != $this->values[$key]) {
            $this->faults[] = "head $head: $key is wrong or an older value";
        }
    }

    private function many(int $head): void
    {
        /** @var CacheItem $item */
        foreach ($this->pools[$head]->getItems(self::ITEMS) as $item) {
            $this->found($head, $item);
        }
    }

    /**
     * @param list<string> $keys
     */
    private function save(int $head, array $keys): void
    {
        $pool = $this->pools[$head];
        foreach ($keys as $key) {
            ++$this->version;
            $value = match ($this->version % 4) {
                0 => $this->version,
                1 => "version $this->version",
                2 => new \ArrayObject([$this->version]),
                default => ['version' => $this->version, 'rows' => array_fill(0, $this->version % 7, ['id' => $this->version, 'name' => "Zo\u{eb}"])],
            };
            $this->tags[$key] = array_values(array_filter(self::TAGS, fn (): bool => 0 === $this->random->getInt(0, 2)));
            $item = $pool->getItem($key);
            if (!$pool->saveDeferred($item->set($value)->tag($this->tags[$key]))) {
                $this->faults[] = "head $head: $key is not saved";
            }
            $this->values[$key] = $value;
        }
        if (!$pool->commit()) {
            $this->faults[] = "head $head: nothing is committed";
        }
    }

    /**
     * @param list<string> $keys
     */
    private function removed(bool $done, array $keys): void
    {
        if (!$done) {
            $this->faults[] = 'something is not deleted';
        }
        $this->values = array_diff_key($this->values, array_flip($keys));
    }

    private function invalidate(AdapterInterface $pool, string $tag): void
    {
        if (!$pool instanceof TagAwareAdapterInterface || !$pool->invalidateTags([$tag])) {
            $this->faults[] = "$tag is not invalidated";
        }
        $this->values = array_filter($this->values, fn (string $key): bool => !\in_array($tag, $this->tags[$key], true), \ARRAY_FILTER_USE_KEY);
    }
}
