<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Store\Memcached;

use function hrtime;

/** An item of a Memcached as it lies there. */
final readonly class Found
{
    /** In milliseconds of a clock that nobody sets. */
    private float $read;

    public function __construct(
        public string $data,
        public int $flags,
        /** Until it expires, when it was read; null for never. */
        public ?int $seconds,
        /** The server gives it a new one whenever it is written. */
        public string $version,
    ) {
        $this->read = hrtime(true) / 1e6;
    }

    /** Milliseconds until it expires, as of now; null for never. */
    public function left(): ?int
    {
        return $this->seconds === null ? null : (int) (1000 * $this->seconds - (hrtime(true) / 1e6 - $this->read));
    }
}
