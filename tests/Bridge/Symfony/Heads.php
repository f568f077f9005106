<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Symfony;

use ErrorException;
use Psr\Cache\CacheItemPoolInterface;
use Random\Engine\Mt19937;
use Random\Randomizer;
use Symfony\Component\Cache\Adapter\TagAwareAdapterInterface;
use Symfony\Component\Cache\CacheItem;
use Throwable;

/**
 * Random operations of a plain symfony/cache and of one with the bridge on the same store, in turn. Each write has a version. A plain head may miss what
 * the other one has written; it must not fail, and nobody may read an older, a deleted or an invalidated value.
 */
final class Heads
{
    private const ITEMS = ['a', 'b', 'c', 'd', 'e'];
    private const TAGS = ['x', 'y', 'z'];
    private const PLAIN = 0;

    private readonly Randomizer $random;
    private int $version = 0;
    /** @var array<string, mixed> what was written last, if it is there */
    private array $values = [];
    /** @var array<string, list<string>> its tags */
    private array $tags = [];
    private int $hits = 0;
    private int $misses = 0;
    /** @var list<string> */
    private array $faults = [];

    /** @param list<CacheItemPoolInterface&TagAwareAdapterInterface> $heads the plain one first */
    public function __construct(private readonly array $heads)
    {
        $this->random = new Randomizer(new Mt19937(44));
    }

    /** @return list<string> what was wrong */
    public function run(int $operations): array
    {
        set_error_handler(static fn(int $level, string $message): bool => (error_reporting() & $level) === 0 ? false : throw new ErrorException($message, 0, $level));
        try {
            for ($i = 0; $i < $operations; $i++) {
                $head = $this->random->getInt(0, 1);
                $operation = $this->random->getInt(0, 99);
                try {
                    $this->step($head, $operation, self::ITEMS[$this->random->getInt(0, 4)]);
                } catch (Throwable $e) {
                    $this->faults[] = "head $head, operation $operation: " . $e::class . ": {$e->getMessage()}";
                }
            }
        } finally {
            restore_error_handler();
        }
        return $this->faults;
    }

    public function summary(): string
    {
        return "$this->version writes, $this->hits hits, $this->misses misses of what is there";
    }

    private function step(int $head, int $operation, string $item): void
    {
        $pool = $this->heads[$head];
        match (true) {
            $operation < 40 => $this->found($head, $pool->getItem($item)),
            $operation < 50 => $this->many($head),
            $operation < 72 => $this->save($head, [$item]),
            $operation < 78 => $this->save($head, ['a', 'c', 'e']),
            $operation < 86 => $this->removed($pool->deleteItem($item), [$item]),
            $operation < 90 => $this->removed($pool->deleteItems(['b', 'd']), ['b', 'd']),
            $operation < 99 => $this->invalidate($head, self::TAGS[$this->random->getInt(0, 2)]),
            default => $this->removed($pool->clear(), self::ITEMS),
        };
    }

    private function found(int $head, CacheItem $item): void
    {
        $key = $item->getKey();
        $isThere = array_key_exists($key, $this->values);
        if (!$item->isHit()) {
            $this->misses += $isThere ? 1 : 0;
            $isThere && $head !== self::PLAIN && $this->faults[] = "head $head: $key is lost";
            return;
        }
        $this->hits++;
        $isThere && $item->get() === $this->values[$key] || $this->faults[] = "head $head: $key is an older value";
    }

    private function many(int $head): void
    {
        foreach ($this->heads[$head]->getItems(self::ITEMS) as $item) {
            $this->found($head, $item);
        }
    }

    /** @param list<string> $keys */
    private function save(int $head, array $keys): void
    {
        $pool = $this->heads[$head];
        foreach ($keys as $key) {
            $this->version++;
            $value = match ($this->version % 4) {
                0 => $this->version,
                1 => "version $this->version",
                default => ['version' => $this->version, 'rows' => array_fill(0, $this->version % 7, ['id' => $this->version, 'name' => "Zo\u{eb}"])],
            };
            $this->tags[$key] = array_values(array_filter(self::TAGS, fn(): bool => $this->random->getInt(0, 2) === 0));
            $pool->saveDeferred($pool->getItem($key)->set($value)->tag($this->tags[$key])) || $this->faults[] = "head $head: $key is not saved";
            $this->values[$key] = $value;
        }
        $pool->commit() || $this->faults[] = "head $head: nothing is committed";
    }

    /** @param list<string> $keys */
    private function removed(bool $done, array $keys): void
    {
        $done || $this->faults[] = 'something is not deleted';
        $this->values = array_diff_key($this->values, array_flip($keys));
    }

    private function invalidate(int $head, string $tag): void
    {
        $this->heads[$head]->invalidateTags([$tag]) || $this->faults[] = "head $head: $tag is not invalidated";
        $this->values = array_filter($this->values, fn(string $key): bool => !in_array($tag, $this->tags[$key], true), ARRAY_FILTER_USE_KEY);
    }
}
