<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store\Memcached;

use function hrtime;

/** An item as a Memcached has it, with flags, time to live and version. */
final readonly class Found
{
    /** Time at which the item was read, in milliseconds of the monotonic clock. */
    private float $read;

    public function __construct(
        public string $data,
        public int $flags,
        /** Time to live when the item was read; null if it never expires. */
        public ?int $seconds,
        /** The server assigns a new version whenever the item is written. */
        public string $version,
    ) {
        $this->read = hrtime(true) / 1e6;
    }

    /** Returns the milliseconds until the item expires, counted from now, or null if it never expires. */
    public function left(): ?int
    {
        return $this->seconds === null ? null : (int) (1000 * $this->seconds - (hrtime(true) / 1e6 - $this->read));
    }
}
