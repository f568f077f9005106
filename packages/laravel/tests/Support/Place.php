<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Tests\Support;

use Closure;

/**
 * A cache store for tests: its configuration, and the bytes in it.
 */
final class Place
{
    /**
     * @param  array<string, mixed>  $config  an entry of config/cache.php
     * @param  Closure(string): (string|null)  $read  the bytes of a key
     * @param  Closure(string, string): void  $write  puts other bytes there
     * @param  array<string, mixed>  $others  more configuration
     */
    public function __construct(
        public readonly array $config,
        public readonly Closure $read,
        public readonly Closure $write,
        public readonly array $others = [],
    ) {}
}
