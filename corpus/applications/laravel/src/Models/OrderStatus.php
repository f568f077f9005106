<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Models;

enum OrderStatus: int
{
    case Placed = 0;
    case Paid = 1;
    case Shipped = 2;
    case Returned = 3;
}
