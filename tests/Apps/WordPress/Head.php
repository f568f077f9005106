<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Apps\WordPress;

/** A kind of web head. */
final class Head
{
    /**
     * @param string|null $writes null for the plugin's own drop-in
     * @param list<string> $modules
     * @param bool $igbinary WP_REDIS_IGBINARY
     */
    public function __construct(
        public readonly string $name,
        public readonly ?string $writes = null,
        public readonly array $modules = [],
        public readonly ?string $compress = null,
        public readonly bool $igbinary = false,
        public readonly bool $unmarkedIgbinary = false,
    ) {}
}
