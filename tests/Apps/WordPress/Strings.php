<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Apps\WordPress;

use Predis\Client;
use RuntimeException;

/** Strings that look like data, stored by each kind of head with wp_cache_set() and read by each with wp_cache_get(). */
final class Strings
{
    private const STRINGS = 78;

    public function __construct(private readonly Site $site, private readonly Client $redis) {}

    /** @param array<string, Head> $heads */
    public function run(array $heads): void
    {
        $this->redis->flushdb();
        $keys = array_keys($heads);
        foreach (array_values($heads) as $i => $head) {
            $stored = $this->site->command($head, 'write', "from-$i");
            preg_match('/\Astored (\d+)\z/', $stored, $match) === 1 && (int) $match[1] >= self::STRINGS || throw new RuntimeException("$head->name: $stored");
        }
        $read = $same = $misses = 0;
        foreach ($heads as $head) {
            foreach ($keys as $i => $writer) {
                $result = $this->site->command($head, 'read', "from-$i");
                if (sscanf($result, '%d read, %d same, %d misses, 0 objects, 0 others%[.]', $ofRead, $ofSame, $ofMisses, $end) !== 4) {
                    throw new RuntimeException("strings that $writer has stored, read by $head->name: $result");
                }
                // A plain server has stored a string unchanged that our servers read as truncated data.
                if ($ofMisses > 0 && ($head->writes === null || $writer !== 'plain')) {
                    throw new RuntimeException("$head->name misses $ofMisses strings that $writer has stored");
                }
                $read += (int) $ofRead;
                $same += (int) $ofSame;
                $misses += (int) $ofMisses;
            }
        }
        printf("WordPress: strings that look like data, %d writers, %d readers: %d read, %d the same, %d misses, 0 other values, 0 objects\n", count($heads), count($heads), $read, $same, $misses);
    }
}
