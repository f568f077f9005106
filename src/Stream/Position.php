<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Stream;

/** A reader that says where it is. */
interface Position
{
    /** Offset behind the token that is being pushed. */
    public function position(): int;
}
