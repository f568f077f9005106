<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

/** The figures of one value with all codecs. */
final readonly class Outcome
{
    /**
     * @param string $name key of the value in its source
     * @param int $bytes size of what is stored
     * @param string $format layers and format of what is stored, as in "zlib > native"
     * @param array<string, Cost> $costs figures by codec, without the codecs that cannot hold the value
     * @param array<string, Obstacle> $obstacles why the others were not measured, by codec
     */
    public function __construct(
        public string $name,
        public int $bytes,
        public string $format,
        public Classes $classes,
        public array $costs,
        public array $obstacles = [],
    ) {}
}
