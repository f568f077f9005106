<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Stream;

/**
 * A reader that tells its position in the data.
 *
 * @internal
 */
interface Position
{
    /** Returns the offset behind the token that is being passed to the sink. */
    public function position(): int;
}
