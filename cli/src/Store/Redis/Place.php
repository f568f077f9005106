<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store\Redis;

/** Where a value is that is only a part of what a key has: a field of a hash, an element of a list, a member of a set, a field of an entry of a stream. */
final readonly class Place
{
    /**
     * @param 'hash'|'list'|'set'|'zset'|'stream' $type
     * @param string $part the field, the index, the member; of a stream the id of the entry
     */
    public function __construct(public string $type, public string $key, public string $part) {}
}
