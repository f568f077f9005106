<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Igbinary;

use Closure;

/** An object that does something to the session while it is read. */
final class SessionHook
{
    /** @var list<Closure(): mixed> what the next ones do */
    public static array $work = [];

    public mixed $held = null;

    public function __wakeup(): void
    {
        $work = array_shift(self::$work);
        if ($work !== null) {
            $work();
        }
    }
}
