<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Advise;

/** A way to store values: a codec, and possibly a compressor for larger values. All figures are means over the values. */
final readonly class Way
{
    /**
     * @param string|null $compressor name of the compressor; null for none
     * @param int|null $threshold values of more than this many bytes are compressed
     * @param float $bytes stored bytes
     * @param float $read processor time to unpack and decode, in nanoseconds
     * @param float $write processor time to encode and compress, in nanoseconds
     */
    public function __construct(
        public string $codec,
        public ?string $compressor,
        public ?int $threshold,
        public float $bytes,
        public float $read,
        public float $write,
    ) {}

    /** Returns the processor time of an operation, in nanoseconds. */
    public function processor(Link $link): float
    {
        return $link->mean($this->read, $this->write);
    }

    /** Returns the time of an operation in nanoseconds: round trip, transfer and processor time. */
    public function total(Link $link): float
    {
        return 1e9 * $link->roundTrip + $link->nanoseconds($this->bytes) + $this->processor($link);
    }
}
