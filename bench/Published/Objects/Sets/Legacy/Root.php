<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Legacy;

use Lyo\Bench\Published\Objects\Sets\Plain\Root as PlainRoot;
use Serializable;

/** With `Serializable`. */
final class Root extends PlainRoot implements Serializable
{
    use Text;
}
