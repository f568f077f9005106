<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Bridge;

use Error;

/** Cannot be restored, or not even be written; with a program's fault, not an exception that somebody expects. */
final class Refusing
{
    public function __construct(public bool $written = true) {}

    /** @return list<string> */
    public function __sleep(): array
    {
        return $this->written ? ['written'] : throw new Error('nor this one');
    }

    public function __wakeup(): void
    {
        throw new Error('not this one');
    }
}
