<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Place;

use RuntimeException;

/** Where the bytes of one stored value lie: a file, a key of a store. */
interface Place
{
    /** For messages. */
    public function name(): string;

    /** @throws RuntimeException if there is nothing, or it cannot be read */
    public function read(): string;

    /**
     * Puts new bytes there if the old ones still are there. What belongs to the place (owner, mode, time to live) stays.
     *
     * @return bool false if something else is there now; nothing was written then
     *
     * @throws RuntimeException if they cannot be written
     */
    public function replace(string $old, string $new): bool;
}
