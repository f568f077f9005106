<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Stream;

/** A sink that wants to know where in the data each token stands. */
interface Located extends Sink
{
    /** The bytes of the token in the next call: offset $from up to, but not including, $to. Equal if the token has no bytes of its own. */
    public function at(int $from, int $to): void;

    /** The next value is the first slot of a PHP reference. Only formats that mark these slots say so. */
    public function reference(): void;

    /** Whether the array that comes is a list with the keys 0, 1, …. Only formats that store it say so. */
    public function isList(bool $list): void;
}
