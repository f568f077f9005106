<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Synthetic;

enum Level: int
{
    case Low = 1;
    case Middle = 2;
    case High = 3;
}
