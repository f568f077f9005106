<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Laravel;

use ErrorException;
use Illuminate\Cache\Repository;
use Illuminate\Contracts\Cache\Lock;
use Illuminate\Contracts\Cache\LockProvider;
use Random\Engine\Mt19937;
use Random\Randomizer;
use RuntimeException;
use Throwable;

/**
 * Random operations of a plain Laravel and of one with the bridge on the same store, in turn. Each write has a version. A plain head may miss
 * what the other one has written, and then deletes it; it must not fail, and nobody may read an older or a deleted value.
 */
final class Heads
{
    private const ITEMS = ['a', 'b', 'c', 'd'];
    private const COUNTERS = ['x', 'y'];
    private const PLAIN = 0;

    private readonly Randomizer $random;
    private int $version = 0;
    /** @var array<string, array<mixed>|null> what was written last; null for what is not there */
    private array $items = [];
    /** @var array<string, bool> items that a plain head may have deleted, because it could not read them */
    private array $mayBeGone = [];
    /** @var array<string, int|null> */
    private array $counters = [];
    private ?Lock $lock = null;
    private int $hits = 0;
    private int $misses = 0;
    /** @var list<string> */
    private array $faults = [];

    /** @param list<Repository> $heads the plain one first */
    public function __construct(private readonly array $heads)
    {
        $this->random = new Randomizer(new Mt19937(44));
        $this->items = array_fill_keys(self::ITEMS, null);
        $this->mayBeGone = array_fill_keys(self::ITEMS, false);
        $this->counters = array_fill_keys(self::COUNTERS, null);
    }

    /** @return list<string> what was wrong */
    public function run(int $operations): array
    {
        set_error_handler(static fn(int $level, string $message): bool => (error_reporting() & $level) === 0 ? false : throw new ErrorException($message, 0, $level)); // as Laravel
        try {
            $this->heads[0]->flush();
            for ($i = 0; $i < $operations; $i++) {
                $this->step($this->random->getInt(0, 1), $this->random->getInt(0, 99), self::ITEMS[$this->random->getInt(0, 3)], self::COUNTERS[$this->random->getInt(0, 1)]);
            }
        } finally {
            restore_error_handler();
        }
        return $this->faults;
    }

    public function summary(): string
    {
        return "$this->version writes, $this->hits hits, $this->misses misses";
    }

    private function step(int $head, int $operation, string $item, string $counter): void
    {
        try {
            match (true) {
                $operation < 30 => $this->found($head, $item, $this->heads[$head]->get($item)),
                $operation < 38 => $this->many($head),
                $operation < 52 => $this->put($head, $item),
                $operation < 56 => $this->putMany($head),
                $operation < 64 => $this->add($head, $item),
                $operation < 70 => $this->forget($head, $item),
                $operation < 71 => $this->flush($head),
                $operation < 83 => $this->count($head, $counter),
                $operation < 88 => $this->set($head, $counter),
                $operation < 92 => $this->readCounter($head, $counter),
                default => $this->lock($head),
            };
        } catch (Throwable $e) {
            $this->faults[] = "head $head, operation $operation, $item: " . $e::class . ": {$e->getMessage()}";
        }
    }

    private function found(int $head, string $item, mixed $value): void
    {
        $value === null ? $this->misses++ : $this->hits++;
        if ($value === null) {
            $lost = $this->items[$item] !== null && !$this->mayBeGone[$item] && $head !== self::PLAIN;
            $lost && $this->faults[] = "head $head: $item is lost";
            $head === self::PLAIN && $this->mayBeGone[$item] = true;
        } elseif ($value !== $this->items[$item]) {
            $this->faults[] = "head $head: $item is an older value";
        }
    }

    private function many(int $head): void
    {
        foreach ($this->heads[$head]->many(self::ITEMS) as $item => $value) {
            $this->found($head, (string) $item, $value);
        }
    }

    /** @return array<mixed> */
    private function value(): array
    {
        return ['version' => ++$this->version, 'rows' => array_fill(0, $this->version % 7, ['id' => $this->version, 'name' => "Zo\u{eb}"])];
    }

    private function put(int $head, string $item): void
    {
        $value = $this->value();
        $this->heads[$head]->put($item, $value, 600) || throw new RuntimeException('put() returns false');
        $this->written($item, $value);
    }

    private function putMany(int $head): void
    {
        $values = ['a' => $this->value(), 'c' => $this->value()];
        $this->heads[$head]->putMany($values, 600) || throw new RuntimeException('putMany() returns false');
        foreach ($values as $item => $value) {
            $this->written($item, $value);
        }
    }

    private function add(int $head, string $item): void
    {
        $value = $this->value();
        if (!$this->heads[$head]->add($item, $value, 600)) {
            $this->items[$item] === null && $this->faults[] = "head $head: add() does not store $item";
            return;
        }
        $missed = $this->mayBeGone[$item] || $head === self::PLAIN;
        $this->items[$item] !== null && !$missed && $this->faults[] = "head $head: add() replaces $item";
        $this->written($item, $value);
        foreach ($this->heads as $reader => $cache) { // what add() stores is there for both
            $cache->get($item) === $value || $this->faults[] = "head $reader does not read what head $head has added";
        }
    }

    /** @param array<mixed>|null $value */
    private function written(string $item, ?array $value): void
    {
        $this->items[$item] = $value;
        $this->mayBeGone[$item] = false;
    }

    private function forget(int $head, string $item): void
    {
        $this->heads[$head]->forget($item);
        $this->written($item, null);
    }

    private function flush(int $head): void
    {
        $this->heads[$head]->flush();
        foreach (self::ITEMS as $item) {
            $this->written($item, null);
        }
        $this->counters = array_fill_keys(self::COUNTERS, null);
    }

    private function count(int $head, string $counter): void
    {
        $by = $this->random->getInt(1, 9);
        $found = $by % 2 === 0 ? $this->heads[$head]->increment($counter, $by) : $this->heads[$head]->decrement($counter, $by);
        if ($this->counters[$counter] !== null) {
            $this->counters[$counter] += $by % 2 === 0 ? $by : -$by;
        }
        $found === ($this->counters[$counter] ?? false) || $this->faults[] = "head $head: $counter counts wrong";
    }

    private function set(int $head, string $counter): void
    {
        $this->counters[$counter] = ++$this->version;
        $this->heads[$head]->put($counter, $this->version, 600);
    }

    private function readCounter(int $head, string $counter): void
    {
        $this->heads[$head]->get($counter) === $this->counters[$counter] || $this->faults[] = "head $head: $counter is another number";
    }

    private function lock(int $head): void
    {
        $store = $this->heads[$head]->getStore();
        $store instanceof LockProvider || throw new RuntimeException('no locks');
        if ($this->lock === null) {
            $lock = $store->lock('lock', 60);
            $lock->get() === true ? $this->lock = $lock : $this->faults[] = "head $head: a lock that is free is refused";
        } elseif ($this->random->getInt(0, 1) === 0) {
            $store->lock('lock', 60)->get() === false || $this->faults[] = "head $head: a lock is given twice";
        } else {
            $store->restoreLock('lock', $this->lock->owner())->release() || $this->faults[] = "head $head: a lock is not released by its owner";
            $this->lock = null;
        }
    }
}
