<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Entity;

use DateTimeImmutable;
use Doctrine\ORM\Mapping as ORM;

#[ORM\Entity]
class CardPayment extends Payment
{
    public function __construct(
        Order $order,
        int $cents,
        DateTimeImmutable $paidAt,
        #[ORM\Column(length: 4)]
        private string $lastDigits,
    ) {
        parent::__construct($order, $cents, $paidAt);
    }
}
