<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Entity;

enum Role: string
{
    case Customer = 'customer';
    case Merchant = 'merchant';
    case Administrator = 'administrator';
}
