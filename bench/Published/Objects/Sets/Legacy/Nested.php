<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Legacy;

use Lyo\Bench\Published\Objects\Sets\Plain\Nested as PlainNested;
use Serializable;

/** With `Serializable`. */
final class Nested extends PlainNested implements Serializable
{
    use Text;
}
