<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Convert;

use Closure;
use Lyo\Tools\Store\CannotKeep;
use Lyo\Tools\Store\Entry;
use Lyo\Tools\Store\Item;
use Lyo\Tools\Store\Receives;
use Lyo\Tools\Store\Store;
use RuntimeException;

use function max;
use function microtime;
use function strlen;
use function usleep;

/**
 * Converts the values of a store to another format while applications use the store. What applications write during the conversion is not lost:
 * a value is replaced only if it is still what was read.
 *
 * The process can be killed at any time. The next run continues from the last saved position. It finds the values after that which were converted
 * already, and leaves them as they are.
 */
final class Conversion
{
    /** Seconds between two saves of the progress. */
    private const SAVE = 1.0;
    /** Number of tries for a value that applications keep changing. */
    private const TRIES = 3;

    /** Time at which this run began, in seconds. */
    private float $began;
    /** Number of values in this run, for the rate. */
    private int $paced = 0;

    /**
     * @param (Store&Receives)|null $into store to which the values are copied; null to replace them in $store
     * @param bool $writes false to only count what would be done
     * @param bool $verifies read back what was written, and compare
     * @param float|null $rate most values per second; null for no limit
     * @param Progress|null $progress where the progress is saved; null to not save it
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
     * Converts all values, or continues a conversion that was stopped.
     *
     * @param Closure(Counts): bool $tell called after each value; returns false to stop the conversion
     *
     * @return Counts the counts of this run and of earlier runs that it continues
     *
     * @throws RuntimeException if a store cannot be read or written; the saved progress stays
     */
    public function run(Closure $tell): Counts
    {
        [$position, $counts] = $this->progress?->load() ?? ['', new Counts()];
        $this->began = microtime(true);
        $saved = 0.0;
        // The saved counts are those of the values before the saved position. Values after it may be read again, and counted then.
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

    /** Converts and counts one value. */
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

    /** @return bool false if the value is no longer what was read */
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

    /** Copies a value to the other store. Values that are not converted are copied as they are. */
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

    /** Counts a converted value. */
    private function count(Entry $entry, string $bytes, Counts $counts): void
    {
        $counts->converted++;
        $counts->bytesBefore += strlen($entry->data);
        $counts->bytesAfter += strlen($bytes);
        if ($this->verifies && $this->writes) {
            $this->verify($entry, $bytes, $counts);
        }
    }

    /**
     * Reads a value back. If it has changed, an application has written meanwhile. But if it is the old value again, the store has lost what was
     * written.
     *
     * @throws RuntimeException if the store has the old value
     */
    private function verify(Entry $entry, string $data, Counts $counts): void
    {
        $now = ($this->into ?? $this->store)->get($entry->key);
        if ($now !== null && $now->data !== $data && $now->data === $entry->data) {
            throw new RuntimeException("$entry->key: the store has not kept what was written");
        }
        $counts->verified++;
    }

    /** Sleeps as long as the rate requires. */
    private function pace(): void
    {
        if ($this->rate === null) {
            return;
        }
        $wait = ++$this->paced / $this->rate - (microtime(true) - $this->began);
        if ($wait > 0.01) {
            $this->store->commit(); // otherwise others would wait for a lock while this process sleeps
            usleep((int) (1e6 * max($wait, 0.0)));
        }
    }
}
