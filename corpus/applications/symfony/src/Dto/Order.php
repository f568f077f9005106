<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Dto;

use DateTimeImmutable;
use Symfony\Component\Serializer\Attribute\DiscriminatorMap;
use Symfony\Component\Validator\Constraints as Assert;

#[DiscriminatorMap(typeProperty: "kind", mapping: ["gift" => GiftOrder::class, "order" => self::class])]
class Order
{
    /** @param array<string, int> $lines */
    public function __construct(
        #[Assert\Uuid]
        public string $id,
        #[Assert\NotNull, Assert\Collection(fields: ["street" => new Assert\NotBlank(), "city" => [new Assert\NotBlank(), new Assert\Length(max: 80)], "zip" => new Assert\Regex("/^[0-9A-Z -]{3,10}$/")], allowExtraFields: true)]
        public array $address,
        #[Assert\Count(min: 1, max: 50), Assert\All([new Assert\Positive(), new Assert\LessThanOrEqual(99)])]
        public array $lines,
        #[Assert\Currency]
        public string $currency,
        #[Assert\LessThanOrEqual("now")]
        public DateTimeImmutable $placed,
        #[Assert\AtLeastOneOf([new Assert\Blank(), new Assert\Length(exactly: 12)])]
        public ?string $voucher = null,
    ) {}
}
