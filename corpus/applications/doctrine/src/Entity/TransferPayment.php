<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Entity;

use DateTimeImmutable;
use Doctrine\ORM\Mapping as ORM;

#[ORM\Entity]
class TransferPayment extends Payment
{
    public function __construct(
        Order $order,
        int $cents,
        DateTimeImmutable $paidAt,
        #[ORM\Column(length: 34)]
        private string $iban,
    ) {
        parent::__construct($order, $cents, $paidAt);
    }
}
