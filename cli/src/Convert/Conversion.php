<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Convert;

use Closure;
use Lyo\Tools\Store\Batches;
use Lyo\Tools\Store\CannotKeep;
use Lyo\Tools\Store\Entry;
use Lyo\Tools\Store\Item;
use Lyo\Tools\Store\Receives;
use Lyo\Tools\Store\Store;
use RuntimeException;

use function array_map;
use function count;
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
    /** Limits for values that are written together: their number, and their size in bytes. */
    private const TOGETHER = 100;
    private const BYTES = 1 << 20;

    /** Time at which this run began, in seconds. */
    private float $began;
    /** Number of values in this run, for the rate. */
    private int $paced = 0;
    /** @var list<array{Entry, string}> values that are translated and not yet written */
    private array $changes = [];
    /** Size of these values in bytes, before and after. */
    private int $waiting = 0;

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
                $this->write($counts);
                $position = $item->position;
                $settled = clone $counts;
                if (microtime(true) - $saved > self::SAVE) {
                    $this->progress?->save($position, $settled);
                    $saved = microtime(true);
                }
            }
            $this->one($item, $counts);
            if (!$tell($counts)) {
                $this->write($counts);
                $this->progress?->save($position, $settled);

                return $counts;
            }
            $this->pace($counts);
        }
        $this->write($counts);
        $this->progress?->remove();

        return $counts;
    }

    /** Translates one value, and counts it. */
    private function one(Item $item, Counts $counts): void
    {
        $counts->met++;
        $entry = $item->read();
        if ($entry === null) {
            $counts->gone++;

            return;
        }
        $data = $this->translation->of($entry);
        if ($this->into !== null) {
            $this->copy($this->into, $entry, $data, $counts);
        } elseif ($data instanceof Stays) {
            $counts->stays($data, $entry->key);
        } elseif ($this->writes) {
            $this->changes[] = [$entry, $data];
            $this->waiting += strlen($entry->data) + strlen($data);
            if (!$this->store instanceof Batches || count($this->changes) === self::TOGETHER || $this->waiting > self::BYTES) {
                $this->write($counts);
            }
        } else {
            $this->settle($entry, $data, $this->checked($this->store->check(...), $entry, $data), $counts);
        }
    }

    /** Writes the values that are translated and not yet written. A store is never locked while a value is translated. */
    private function write(Counts $counts): void
    {
        $changes = $this->changes;
        $this->changes = [];
        $this->waiting = 0;
        if ($this->store instanceof Batches) {
            $answers = $changes === [] ? [] : $this->store->replaceAll($changes);
        } else {
            $answers = array_map(fn(array $change): bool|CannotKeep => $this->checked($this->store->replace(...), ...$change), $changes);
        }
        foreach ($changes as $i => [$entry, $data]) {
            $this->settle($entry, $data, $answers[$i], $counts);
        }
    }

    /** Counts a value that was to be replaced. If an application has changed it since it was read, it is read again and tried again. */
    private function settle(Entry $entry, string $data, bool|CannotKeep $answer, Counts $counts): void
    {
        for ($try = 1; $answer === false; $try++) {
            $counts->raced++;
            $entry = $this->store->again($entry);
            if ($entry === null) {
                $counts->gone++;

                return;
            }
            $data = $this->translation->of($entry);
            if ($data instanceof Stays) {
                $counts->stays($data, $entry->key);

                return;
            }
            if ($try === self::TRIES) {
                $counts->stays(Stays::Changing, $entry->key);

                return;
            }
            $answer = $this->checked($this->store->replace(...), $entry, $data);
        }
        $answer instanceof CannotKeep ? $counts->stays(Stays::Unwritable, $entry->key, $answer->getMessage()) : $this->count($entry, $data, $counts);
    }

    /**
     * @param Closure(Entry, string): mixed $call
     *
     * @return bool|CannotKeep false if the call returned false; the exception if it threw that
     */
    private function checked(Closure $call, Entry $entry, string $data): bool|CannotKeep
    {
        try {
            return $call($entry, $data) !== false;
        } catch (CannotKeep $e) {
            return $e;
        }
    }

    /** Copies a value to the other store. Values that are not converted are copied as they are. */
    private function copy(Store&Receives $into, Entry $entry, string|Stays $data, Counts $counts): void
    {
        try {
            $bytes = $data instanceof Stays ? $entry->data : $data;
            if ($this->writes ? !$into->add($entry, $bytes) : $into->has($entry->key)) {
                $counts->stays(Stays::There, $entry->key);
            } elseif ($data instanceof Stays) {
                $counts->stays($data, $entry->key);
            } else {
                $this->count($entry, $data, $counts);
            }
        } catch (CannotKeep $e) {
            $counts->stays(Stays::Unwritable, $entry->key, $e->getMessage());
        }
    }

    /** Counts a converted value. */
    private function count(Entry $entry, string $bytes, Counts $counts): void
    {
        $counts->converted++;
        ['unsealed' => $unsealed, 'unsigned' => $unsigned] = $this->translation->protection($entry);
        $counts->unsealed += $unsealed ? 1 : 0;
        $counts->unsigned += $unsigned ? 1 : 0;
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
        $now = $this->into !== null ? $this->into->get($entry->key) : $this->store->again($entry);
        if ($now !== null && $now->data !== $data && $now->data === $entry->data) {
            throw new RuntimeException("$entry->key: the store has not kept what was written");
        }
        $counts->verified++;
    }

    /** Sleeps as long as the rate requires. */
    private function pace(Counts $counts): void
    {
        if ($this->rate === null) {
            return;
        }
        $wait = ++$this->paced / $this->rate - (microtime(true) - $this->began);
        if ($wait > 0.01) {
            $this->write($counts); // the rate is also that of the writes
            usleep((int) (1e6 * max($wait, 0.0)));
        }
    }
}
