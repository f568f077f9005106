<?php

declare(strict_types=1);

namespace Lyo\Samples\Shop;

final readonly class Address
{
    public function __construct(
        public string $street,
        public string $postcode,
        public string $city,
        public string $country,
        public ?string $note = null,
    ) {}
}
