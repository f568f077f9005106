<?php

declare(strict_types=1);

namespace Lyo\Samples\Shop;

enum OrderStatus: int
{
    case Placed = 10;
    case Paid = 20;
    case Shipped = 30;
    case Delivered = 40;
    case Returned = 90;
}
