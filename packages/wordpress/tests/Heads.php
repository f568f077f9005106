<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\WordPress\Tests;

use RuntimeException;

/** Heads of several kinds share a store, as during a deploy: nobody ever reads what is not the last value that was written. */
final class Heads
{
    private const KEYS = 40;

    /** @var array<string, int|null> number of the value under each key, or null */
    private array $truth = [];
    /** @var array<string, int> what incr() has added */
    private array $added = [];
    private int $reads = 0;
    private int $misses = 0;

    /**
     * @param list<Head> $heads
     * @param bool $replaces whether this is the plugin's own cache. Then replace() is used, too: that of Redis Object Cache stores values and says that it has not, if they were not read before
     */
    public function __construct(private readonly array $heads, private readonly bool $replaces) {}

    /** @return array{operations: int, reads: int, misses: int} */
    public function run(int $operations): array
    {
        mt_srand(45);
        for ($i = 1; $i <= $operations; $i++) {
            $head = $this->heads[mt_rand(0, count($this->heads) - 1)];
            $key = 'key' . mt_rand(1, self::KEYS);
            match (mt_rand(0, 9)) {
                0, 1, 2, 3 => $this->check($head, $key, $head->ask("get $key")),
                4 => $this->many($head),
                5, 6 => $this->set($head, 'set', $key, $i),
                7 => $this->set($head, $this->replaces && mt_rand(0, 1) === 0 ? 'replace' : 'add', $key, $i),
                8 => $this->delete($head, $key),
                9 => $this->incr($head, $key),
            };
        }
        return ['operations' => $operations, 'reads' => $this->reads, 'misses' => $this->misses];
    }

    private function check(Head $head, string $key, mixed $digest): void
    {
        $this->reads++;
        $number = $this->truth[$key] ?? null;
        if ($digest === null) {
            $number === null || $this->misses++;
            return;
        }
        $value = $number === null ? null : value($number);
        $expected = is_int($value) ? digest((string) ($value + ($this->added[$key] ?? 0))) : digest($value);
        $number !== null && $digest === $expected || throw new RuntimeException("$head->name reads something else under $key" . ' than what was written last: not value ' . json_encode($number) . ' with ' . ($this->added[$key] ?? 0));
    }

    private function many(Head $head): void
    {
        $keys = array_map(static fn(int $key): string => "key$key", range($from = mt_rand(1, self::KEYS - 4), $from + 4));
        $digests = $head->ask('many ' . implode(' ', $keys));
        is_array($digests) && count($digests) === 5 || throw new RuntimeException("$head->name does not answer");
        array_map(fn(string $key, mixed $digest) => $this->check($head, $key, $digest), $keys, $digests);
    }

    private function set(Head $head, string $does, string $key, int $number): void
    {
        $is = $head->ask("$does $key $number");
        if ($is === true) {
            $this->truth[$key] = $number;
            $this->added[$key] = 0;
        } elseif ($does === 'set') {
            throw new RuntimeException("$head->name does not store $key");
        } elseif ($does === 'add') {
            ($this->truth[$key] ?? null) !== null || throw new RuntimeException("$head->name does not add $key");
        }
    }

    private function delete(Head $head, string $key): void
    {
        $is = $head->ask("delete $key");
        $is === (($this->truth[$key] ?? null) !== null) || throw new RuntimeException("$head->name deletes $key otherwise than expected");
        $this->truth[$key] = null;
    }

    /** Only numbers are counted: what others do differs from plugin to plugin. */
    private function incr(Head $head, string $key): void
    {
        $number = $this->truth[$key] ?? null;
        $value = $number === null ? null : value($number);
        if (is_int($value)) {
            $this->added[$key] = ($this->added[$key] ?? 0) + 1;
            $is = $head->ask("incr $key");
            $is === $value + $this->added[$key] || $is === true && !$this->replaces || // Redis Object Cache only says that it has counted
                throw new RuntimeException("$head->name counts $key up to " . json_encode($is) . ' and not to ' . ($value + $this->added[$key]));
        }
    }
}
