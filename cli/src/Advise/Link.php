<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Advise;

use InvalidArgumentException;

use function preg_match;
use function strtolower;

/** The network link to the store, and how often it is used to read and to write. */
final readonly class Link
{
    private const BITS = ['k' => 1e3, 'm' => 1e6, 'g' => 1e9];
    private const SECONDS = ['us' => 1e-6, 'ms' => 1e-3, 's' => 1.0];

    /**
     * @param float $bits speed in bits per second
     * @param float $roundTrip time of a round trip in seconds
     * @param float $reads number of reads for each write
     */
    private function __construct(public float $bits, public float $roundTrip, public float $reads) {}

    /** @throws InvalidArgumentException if an argument cannot be parsed */
    public static function of(string $speed, string $roundTrip, string $reads): self
    {
        if (preg_match('~\A(\d+(?:\.\d+)?) ?([kmg])bit(?:/s)?\z~i', $speed, $link) !== 1 || (float) $link[1] <= 0.0) {
            throw new InvalidArgumentException("--link=$speed: takes a speed, such as 100Mbit or 1Gbit");
        }
        if (preg_match('~\A(\d+(?:\.\d+)?) ?(us|µs|ms|s)\z~', $roundTrip, $trip) !== 1) {
            throw new InvalidArgumentException("--rtt=$roundTrip: takes a time, such as 0.3ms or 80us");
        }
        if (preg_match('~\A\d+(?:\.\d+)?\z~', $reads) !== 1) {
            throw new InvalidArgumentException("--reads=$reads: takes a number");
        }

        return new self((float) $link[1] * self::BITS[strtolower($link[2])], (float) $trip[1] * self::SECONDS[$trip[2] === 'µs' ? 'us' : $trip[2]], (float) $reads);
    }

    /** Returns the time to transfer a number of bytes, in nanoseconds. */
    public function nanoseconds(float $bytes): float
    {
        return 8e9 * $bytes / $this->bits;
    }

    /** Returns the mean time of an operation: of $reads reads and one write. */
    public function mean(float $read, float $write): float
    {
        return ($this->reads * $read + $write) / ($this->reads + 1);
    }
}
