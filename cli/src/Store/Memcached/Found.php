<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store\Memcached;

/** An item as a Memcached has it, with flags, time to live and version. */
final readonly class Found
{
    public function __construct(
        public string $data,
        public int $flags,
        /** Time to live when the item was read; null if it never expires. */
        public ?int $seconds,
        /** The server assigns a new version whenever the item is written. */
        public string $version,
    ) {}
}
