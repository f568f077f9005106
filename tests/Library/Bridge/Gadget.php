<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Bridge;

/** What somebody who plants data wants to be made: it counts how often that happens. */
final class Gadget
{
    public static int $made = 0;

    public function __construct(public string $command = 'id') {}

    public function __wakeup(): void
    {
        self::$made++;
    }
}
