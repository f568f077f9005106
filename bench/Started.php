<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

/** A worker that was started, and what it has printed but not yet ended with a newline. */
final class Started
{
    public string $buffer = '';

    /**
     * @param resource $process
     * @param resource $output
     * @param ?Place $place for counting
     */
    public function __construct(
        public readonly Job $job,
        public readonly mixed $process,
        public readonly mixed $output,
        public readonly ?Place $place,
    ) {}
}
