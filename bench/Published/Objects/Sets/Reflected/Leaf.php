<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Reflected;

use Lyo\Bench\Published\Objects\Sets\Plain\Leaf as PlainLeaf;

/** With a `__set_state()` that makes the object by reflection. */
final class Leaf extends PlainLeaf
{
    use State;
}
