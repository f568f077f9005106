<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fibers;

use Closure;

/** A call that runs hooks. */
final readonly class Job
{
    /**
     * @param Closure(): string $call
     * @param string $expected what it gives, alone or not
     * @param bool $isolated a native reader that is given a state of its own
     */
    public function __construct(
        public string $name,
        public Caller $caller,
        public Closure $call,
        public string $expected,
        public bool $isolated = false,
    ) {}
}
