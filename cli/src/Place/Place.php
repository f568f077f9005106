<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Place;

use RuntimeException;

/** A place with the bytes of one stored value: a file, or a key of a store. */
interface Place
{
    /** Returns a name for messages. */
    public function name(): string;

    /** @throws RuntimeException if there is no value, or if it cannot be read */
    public function read(): string;

    /**
     * Replaces the bytes if they are still the old ones. Owner, mode and time to live stay the same.
     *
     * @return bool false if the bytes have changed; nothing was written then
     *
     * @throws RuntimeException if the bytes cannot be written
     */
    public function replace(string $old, string $new): bool;
}
