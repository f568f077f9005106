<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Convert;

use Closure;
use Lyo\Store\CannotKeep;
use Lyo\Store\Entry;
use Lyo\Store\Item;
use Lyo\Store\Receives;
use Lyo\Store\Store;
use RuntimeException;

use function max;
use function microtime;
use function strlen;
use function usleep;

/**
 * Takes a store from one format to another while applications use it. Whatever others write meanwhile stays: a value is replaced
 * only if it still is what was read.
 *
 * It can be killed at any moment. What was not saved by then is met again, and found to be done.
 */
final class Conversion
{
    /** Seconds between two states that are saved. */
    private const SAVE = 1.0;
    /** How often a value is tried that others keep changing. */
    private const TRIES = 3;

    private float $began;
    private int $paced = 0;

    /**
     * @param (Store&Receives)|null $into null to replace the values where they are
     * @param bool $writes false only to count what would be done
     * @param bool $verifies reads back what was written
     * @param float|null $rate values a second; null for as fast as it goes
     */
    public function __construct(
        private readonly Store $store,
        private readonly Translation $translation,
        private readonly (Store&Receives)|null $into = null,
        private readonly bool $writes = true,
        private readonly bool $verifies = false,
        private readonly ?float $rate = null,
        private readonly ?Progress $progress = null,
    ) {}

    /**
     * @param Closure(Counts): bool $tell is called for each value; false to stop here
     *
     * @return Counts of this run, and of those before it that it goes on from
     *
     * @throws RuntimeException if a store cannot be read or written; what was done so far is saved
     */
    public function run(Closure $tell): Counts
    {
        [$position, $counts] = $this->progress?->load() ?? ['', new Counts()];
        $this->began = microtime(true);
        $saved = 0.0;
        // What is counted now stands for the values before a position; those behind it may be met again.
        $settled = clone $counts;
        foreach ($this->store->items($position, true) as $item) {
            if ($item->position !== $position) {
                $position = $item->position;
                $settled = clone $counts;
                if (microtime(true) - $saved > self::SAVE) {
                    $this->save($position, $settled);
                    $saved = microtime(true);
                }
            }
            $this->one($item, $counts);
            if (!$tell($counts)) {
                $this->save($position, $settled);

                return $counts;
            }
            $this->pace();
        }
        $this->store->commit();
        $this->progress?->remove();

        return $counts;
    }

    private function save(string $position, Counts $counts): void
    {
        $this->store->commit();
        $this->progress?->save($position, $counts);
    }

    private function one(Item $item, Counts $counts): void
    {
        $counts->met++;
        $entry = $item->read();
        for ($try = 1; $entry !== null; $try++) {
            $data = $this->translation->of($entry);
            if ($this->into !== null) {
                $this->copy($this->into, $entry, $data, $counts);

                return;
            }
            if ($data instanceof Stays) {
                $counts->stays($data, $entry->key);

                return;
            }
            if ($this->put($entry, $data, $counts)) {
                return;
            }
            $counts->raced++;
            if ($try === self::TRIES) {
                return;
            }
            $entry = $this->store->get($entry->key);
        }
        $counts->gone++;
    }

    /** @return bool false if it is no longer what was read */
    private function put(Entry $entry, string $data, Counts $counts): bool
    {
        try {
            if ($this->writes && !$this->store->replace($entry, $data)) {
                return false;
            }
            $this->count($entry, $data, $counts);
        } catch (CannotKeep) {
            $counts->stays(Stays::Unwritable, $entry->key);
        }

        return true;
    }

    /** Values that stay as they are are copied, too. */
    private function copy(Store&Receives $into, Entry $entry, string|Stays $data, Counts $counts): void
    {
        try {
            if ($this->writes && !$into->add($entry, $data instanceof Stays ? $entry->data : $data)) {
                $counts->stays(Stays::There, $entry->key);
            } elseif ($data instanceof Stays) {
                $counts->stays($data, $entry->key);
            } else {
                $this->count($entry, $data, $counts);
            }
        } catch (CannotKeep) {
            $counts->stays(Stays::Unwritable, $entry->key);
        }
    }

    private function count(Entry $entry, string $bytes, Counts $counts): void
    {
        $counts->converted++;
        $counts->bytesBefore += strlen($entry->data);
        $counts->bytesAfter += strlen($bytes);
        if ($this->verifies && $this->writes) {
            $this->verify($entry, $bytes, $counts);
        }
    }

    /** Somebody may have written since, but nobody writes what was there before: that would mean that ours was not kept. */
    private function verify(Entry $entry, string $data, Counts $counts): void
    {
        $now = ($this->into ?? $this->store)->get($entry->key);
        if ($now !== null && $now->data !== $data && $now->data === $entry->data) {
            throw new RuntimeException("$entry->key: the store has not kept what was written");
        }
        $counts->verified++;
    }

    private function pace(): void
    {
        if ($this->rate === null) {
            return;
        }
        $wait = ++$this->paced / $this->rate - (microtime(true) - $this->began);
        if ($wait > 0.01) {
            $this->store->commit(); // nobody waits for a lock meanwhile
            usleep((int) (1e6 * max($wait, 0.0)));
        }
    }
}
