<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Measure;

/** What is known of one value when it has been through all codecs. */
final readonly class Outcome
{
    /** @param array<string, Cost> $costs by codec; without those that cannot hold the value */
    public function __construct(
        public string $name,
        public int $bytes,
        public string $format,
        public Classes $classes,
        public array $costs,
    ) {}
}
