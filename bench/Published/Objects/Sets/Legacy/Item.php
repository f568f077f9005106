<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Legacy;

use Lyo\Bench\Published\Objects\Sets\Plain\Item as PlainItem;
use Serializable;

/** With `Serializable`. */
final class Item extends PlainItem implements Serializable
{
    use Text;
}
