<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Envelope;

use Closure;

/** One way to write values: a codec and a compressor. */
final readonly class Form
{
    /**
     * @param Closure(mixed): string $encode
     * @param Closure(string): mixed $decode
     * @param bool $timed false if what compresses stands in for an extension, and takes longer
     */
    public function __construct(
        public string $codec,
        public string $compressor,
        private Closure $encode,
        private Closure $decode,
        public bool $timed = true,
    ) {}

    public function encode(mixed $value): string
    {
        return ($this->encode)($value);
    }

    /**
     * Nanoseconds of one call each.
     *
     * @return array{float, float} encoding, decoding
     */
    public function time(mixed $value, string $data, int $repeats): array
    {
        $start = hrtime(true);
        for ($i = 0; $i < $repeats; $i++) {
            ($this->encode)($value);
        }
        $middle = hrtime(true);
        for ($i = 0; $i < $repeats; $i++) {
            ($this->decode)($data);
        }

        return [($middle - $start) / $repeats, (hrtime(true) - $middle) / $repeats];
    }
}
