<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Store\Memcached;

/** An item of a Memcached as it lies there. */
final readonly class Found
{
    public function __construct(
        public string $data,
        public int $flags,
        /** Until it expires; null for never. */
        public ?int $seconds,
        /** The server gives it a new one whenever it is written. */
        public string $version,
    ) {}
}
