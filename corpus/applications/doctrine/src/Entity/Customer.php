<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Entity;

use DateTimeImmutable;
use Doctrine\Common\Collections\ArrayCollection;
use Doctrine\Common\Collections\Collection;
use Doctrine\DBAL\Types\Types;
use Doctrine\ORM\Mapping as ORM;

#[ORM\Entity]
#[ORM\Table(name: 'customer')]
#[ORM\Index(name: 'customer_email', columns: ['email'])]
#[ORM\Cache(usage: 'NONSTRICT_READ_WRITE', region: 'customers')]
class Customer
{
    #[ORM\Id, ORM\GeneratedValue, ORM\Column]
    public ?int $id = null;

    /** @var Collection<int, Order> */
    #[ORM\OneToMany(targetEntity: Order::class, mappedBy: 'customer')]
    #[ORM\OrderBy(['placedAt' => 'DESC'])]
    #[ORM\Cache(usage: 'NONSTRICT_READ_WRITE', region: 'customers')]
    private Collection $orders;

    /** @param array<string, mixed> $preferences */
    public function __construct(
        #[ORM\Column(length: 180, unique: true)]
        public string $email,
        #[ORM\Column]
        public string $name,
        #[ORM\Embedded(class: Address::class)]
        public Address $address,
        #[ORM\Column(type: Types::JSON)]
        private array $preferences,
        #[ORM\Column]
        private DateTimeImmutable $registeredAt,
        #[ORM\Column(nullable: true)]
        protected ?DateTimeImmutable $lastLoginAt = null,
        #[ORM\Column(enumType: Role::class)]
        private Role $role = Role::Customer,
    ) {
        $this->orders = new ArrayCollection();
    }

    /** @return Collection<int, Order> */
    public function getOrders(): Collection
    {
        return $this->orders;
    }
}
