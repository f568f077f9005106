<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Legacy;

use Lyo\Bench\Published\Objects\Sets\Plain\Leaf as PlainLeaf;
use Serializable;

/** With `Serializable`. */
final class Leaf extends PlainLeaf implements Serializable
{
    use Text;
}
