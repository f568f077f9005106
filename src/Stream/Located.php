<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Stream;

/** A sink that wants to know where in the data each token stands. */
interface Located extends Sink
{
    /** The next call is about these bytes: from the offset $from to the byte before $to. None of its own if the two are equal. */
    public function at(int $from, int $to): void;

    /** The next value is the first slot of a PHP reference. Only said by formats that mark them. */
    public function reference(): void;

    /** The array that comes is a list: its keys are 0, 1, …; or it is none. Only said by formats that tell. */
    public function isList(bool $list): void;
}
