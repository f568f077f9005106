<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Measure;

/** What a compressor makes of a codec's bytes. */
final readonly class Packed
{
    public function __construct(
        public int $bytes,
        public ?Time $pack,
        public ?Time $unpack,
    ) {}
}
