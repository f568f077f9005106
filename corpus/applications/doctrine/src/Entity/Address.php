<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Entity;

use Doctrine\ORM\Mapping as ORM;

#[ORM\Embeddable]
class Address
{
    public function __construct(
        #[ORM\Column(length: 120)]
        public string $street,
        #[ORM\Column(length: 12)]
        public string $postcode,
        #[ORM\Column(length: 80)]
        public string $city,
        #[ORM\Column(length: 2, options: ['fixed' => true])]
        public string $country,
    ) {}
}
