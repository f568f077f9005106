<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Stream;

/**
 * A sink that also receives the position of each token in the data.
 *
 * @internal
 */
interface Located extends Sink
{
    /** Receives the position of the next token: from offset $from up to, but not including, $to. Both are equal if the token has no bytes of its own. */
    public function at(int $from, int $to): void;

    /** Is called before a value that is the first slot of a PHP reference. Only for formats that mark these slots. */
    public function reference(): void;

    /** Is called before an array, and tells whether it is a list with the keys 0, 1, …. Only for formats that store this. */
    public function isList(bool $list): void;
}
