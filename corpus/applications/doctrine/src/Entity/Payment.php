<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Entity;

use DateTimeImmutable;
use Doctrine\ORM\Mapping as ORM;

#[ORM\Entity]
#[ORM\InheritanceType('SINGLE_TABLE')]
#[ORM\DiscriminatorColumn(name: 'kind', type: 'string', length: 12)]
#[ORM\DiscriminatorMap(['card' => CardPayment::class, 'transfer' => TransferPayment::class])]
abstract class Payment
{
    #[ORM\Id, ORM\GeneratedValue, ORM\Column]
    protected ?int $id = null;

    public function __construct(
        #[ORM\OneToOne(targetEntity: Order::class, inversedBy: 'payment')]
        protected Order $order,
        #[ORM\Column]
        protected int $cents,
        #[ORM\Column]
        protected DateTimeImmutable $paidAt,
    ) {
        $order->payBy($this);
    }
}
