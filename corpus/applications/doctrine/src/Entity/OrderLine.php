<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Entity;

use Doctrine\DBAL\Types\Types;
use Doctrine\ORM\Mapping as ORM;

#[ORM\Entity]
#[ORM\Table(name: 'order_line')]
class OrderLine
{
    #[ORM\Id, ORM\GeneratedValue, ORM\Column]
    private ?int $id = null;

    public function __construct(
        #[ORM\ManyToOne(targetEntity: Order::class, inversedBy: 'lines')]
        private Order $order,
        #[ORM\Column]
        private int $position,
        #[ORM\ManyToOne(targetEntity: Product::class)]
        private Product $product,
        #[ORM\Column]
        private int $quantity,
        #[ORM\Column(type: Types::DECIMAL, precision: 10, scale: 2)]
        private string $price,
    ) {
        $order->add($this);
    }
}
