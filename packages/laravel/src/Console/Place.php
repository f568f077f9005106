<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Console;

/**
 * Where the items of a store are, as a command of lyo/cli takes it.
 *
 * @internal
 */
final class Place
{
    /**
     * @param  string  $source  a folder or a DSN, without a password
     * @param  array<string, string>  $options
     */
    public function __construct(
        public readonly string $source,
        public readonly array $options = [],
        public readonly ?string $password = null,
    ) {}
}
