<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Dto;

use Symfony\Component\Validator\Constraints as Assert;

class GiftOrder extends Order
{
    #[Assert\NotBlank, Assert\Length(max: 300)]
    public string $greeting = "";

    #[Assert\Expression("this.greeting != \"\" or not this.wrapped")]
    public bool $wrapped = true;
}
