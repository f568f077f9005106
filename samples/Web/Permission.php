<?php

declare(strict_types=1);

namespace Lyo\Samples\Web;

enum Permission: string
{
    case ReadPages = 'pages.read';
    case WritePages = 'pages.write';
    case DeletePages = 'pages.delete';
    case ReadUsers = 'users.read';
    case WriteUsers = 'users.write';
    case ReadOrders = 'orders.read';
    case WriteOrders = 'orders.write';
    case RefundOrders = 'orders.refund';
    case ReadReports = 'reports.read';
    case ChangeSettings = 'settings.write';
}
