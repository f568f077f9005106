<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Advise;

/** One way to store values: a codec, and a compressor from some length on. Figures are means of a value. */
final readonly class Way
{
    /**
     * @param string|null $compressor null for none
     * @param int|null $threshold bytes from which on values are compressed
     * @param float $bytes that are stored
     * @param float $read nanoseconds of the processor: unpacking and decoding
     * @param float $write nanoseconds of the processor: encoding and compressing
     */
    public function __construct(
        public string $codec,
        public ?string $compressor,
        public ?int $threshold,
        public float $bytes,
        public float $read,
        public float $write,
    ) {}

    /** Nanoseconds of the processor for a use. */
    public function processor(Link $link): float
    {
        return $link->mean($this->read, $this->write);
    }

    /** Nanoseconds of a use: the round trip, the bytes on the link, and the processor. */
    public function total(Link $link): float
    {
        return 1e9 * $link->roundTrip + $link->nanoseconds($this->bytes) + $this->processor($link);
    }
}
