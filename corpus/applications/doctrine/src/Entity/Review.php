<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Entity;

use DateTimeImmutable;
use Doctrine\DBAL\Types\Types;
use Doctrine\ORM\Mapping as ORM;

#[ORM\Entity]
class Review
{
    #[ORM\Id, ORM\GeneratedValue, ORM\Column]
    private ?int $id = null;

    public function __construct(
        #[ORM\ManyToOne(targetEntity: Product::class, inversedBy: 'reviews')]
        private Product $product,
        #[ORM\ManyToOne(targetEntity: Customer::class)]
        private ?Customer $author,
        #[ORM\Column(type: Types::SMALLINT)]
        private int $stars,
        #[ORM\Column(type: Types::TEXT)]
        private string $text,
        #[ORM\Column]
        private DateTimeImmutable $writtenAt,
    ) {
        $product->reviewed($this);
    }
}
