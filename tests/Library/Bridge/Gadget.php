<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Bridge;

/** An object that an attacker wants to be made. It counts how often it was made. */
final class Gadget
{
    public static int $made = 0;

    public function __construct(public string $command = 'id') {}

    public function __wakeup(): void
    {
        self::$made++;
    }
}
