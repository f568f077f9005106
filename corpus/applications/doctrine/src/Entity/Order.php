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
#[ORM\Table(name: 'orders')]
#[ORM\HasLifecycleCallbacks]
class Order
{
    #[ORM\Id, ORM\GeneratedValue, ORM\Column]
    private ?int $id = null;

    /** @var Collection<int, OrderLine> */
    #[ORM\OneToMany(targetEntity: OrderLine::class, mappedBy: 'order', cascade: ['persist'], indexBy: 'position')]
    private Collection $lines;

    #[ORM\OneToOne(targetEntity: Payment::class, mappedBy: 'order', cascade: ['persist'])]
    private ?Payment $payment = null;

    public function __construct(
        #[ORM\Column(length: 20)]
        private string $number,
        #[ORM\ManyToOne(targetEntity: Customer::class, inversedBy: 'orders')]
        #[ORM\JoinColumn(nullable: false)]
        private Customer $customer,
        #[ORM\Embedded(class: Address::class, columnPrefix: 'ship_')]
        private Address $shipTo,
        #[ORM\Column(type: Types::DATETIMETZ_IMMUTABLE)]
        private DateTimeImmutable $placedAt,
        #[ORM\Column(type: Types::STRING, length: 16)]
        private string $status = 'placed',
        #[ORM\Column(type: Types::TEXT, nullable: true)]
        private ?string $note = null,
    ) {
        $this->lines = new ArrayCollection();
    }

    public function add(OrderLine $line): void
    {
        $this->lines->add($line);
    }

    public function payBy(Payment $payment): void
    {
        $this->payment = $payment;
    }

    #[ORM\PrePersist]
    public function check(): void
    {
        $this->status = $this->payment === null ? 'placed' : 'paid';
    }
}
