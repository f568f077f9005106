<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

/** The figures of a compressor for the bytes of one codec: size, and times to compress and decompress. */
final readonly class Packed
{
    public function __construct(
        public int $bytes,
        public ?Time $pack,
        public ?Time $unpack,
    ) {}
}
