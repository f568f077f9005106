<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

use APCUIterator;

use function apcu_enabled;
use function apcu_fetch;
use function apcu_key_info;
use function array_map;
use function fnmatch;
use function is_array;
use function is_int;
use function is_string;
use function max;
use function serialize;

/**
 * The entries that the processes of this web server share in APCu. APCu is in the memory of these processes, so only code that runs in them
 * can read it; a command line has an APCu of its own. This store is read-only, because APCu has no compare-and-set for values.
 *
 * For a string, an entry has the bytes that the application stored. APCu does not give the bytes of other values, so this class fetches the
 * value, which creates its objects, and returns its serialize() text.
 */
final readonly class Apcu implements Store
{
    public function __construct(private string $match = '*') {}

    public function items(?string $from = null, bool $values = false): iterable
    {
        foreach (new APCUIterator(null, APC_ITER_KEY | APC_ITER_MEM_SIZE) as $info) {
            $key = is_array($info) && is_string($info['key'] ?? null) ? $info['key'] : '';
            if ($this->match === '*' || fnmatch($this->match, $key)) {
                yield new Item($key, is_array($info) && is_int($info['mem_size'] ?? null) ? $info['mem_size'] : null, '', fn(): ?Entry => $this->get($key));
            }
        }
    }

    public function get(string $key): ?Entry
    {
        if (!apcu_enabled()) {
            return null;
        }
        $value = apcu_fetch($key, $found);
        if ($found !== true) {
            return null;
        }
        $info = apcu_key_info($key);
        [$life, $made, $read] = array_map(static fn(string $name): int => is_array($info) && is_int($info[$name] ?? null) ? $info[$name] : 0, ['ttl', 'creation_time', 'access_time']);

        // apcu_fetch() has just set the access time. It serves as the current time by APCu's clock, which can differ from time().
        return new Entry($key, is_string($value) ? $value : serialize($value), $life === 0 ? null : 1000 * max(0, $made + $life - $read), origin: is_string($value) ? Origin::Application : Origin::Client);
    }

    public function replace(Entry $entry, string $data): bool
    {
        throw new NotWritable('APCu has no compare-and-set for values, so nothing is written to it');
    }

    public function commit(): void {}
}
