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
#[ORM\UniqueConstraint(name: 'product_sku', columns: ['sku'])]
#[ORM\Cache(usage: 'NONSTRICT_READ_WRITE', region: 'products')]
class Product
{
    #[ORM\Id, ORM\GeneratedValue, ORM\Column]
    private ?int $id = null;

    #[ORM\Version, ORM\Column(type: Types::INTEGER)]
    private int $version = 1;

    /** @var Collection<int, Category> */
    #[ORM\ManyToMany(targetEntity: Category::class)]
    #[ORM\JoinTable(name: 'product_category')]
    #[ORM\Cache(usage: 'NONSTRICT_READ_WRITE', region: 'products')]
    private Collection $categories;

    /** @var Collection<int, Review> */
    #[ORM\OneToMany(targetEntity: Review::class, mappedBy: 'product', cascade: ['persist', 'remove'], orphanRemoval: true)]
    private Collection $reviews;

    /** @param array<string, scalar> $attributes */
    public function __construct(
        #[ORM\Column(length: 32)]
        private string $sku,
        #[ORM\Column]
        private string $name,
        #[ORM\Column(type: Types::TEXT)]
        private string $description,
        #[ORM\Column(type: Types::DECIMAL, precision: 10, scale: 2)]
        private string $price,
        #[ORM\Column]
        private float $weight,
        #[ORM\Column(type: Types::JSON)]
        private array $attributes,
        #[ORM\Column]
        private bool $active,
        #[ORM\Column(type: Types::SIMPLE_ARRAY)]
        private array $tags,
        #[ORM\Column]
        private DateTimeImmutable $createdAt,
    ) {
        $this->categories = new ArrayCollection();
        $this->reviews = new ArrayCollection();
    }

    public function in(Category ...$categories): self
    {
        foreach ($categories as $category) {
            $this->categories->add($category);
        }

        return $this;
    }

    public function reviewed(Review $review): void
    {
        $this->reviews->add($review);
    }

    /** @return Collection<int, Category> */
    public function getCategories(): Collection
    {
        return $this->categories;
    }

    /** @return Collection<int, Review> */
    public function getReviews(): Collection
    {
        return $this->reviews;
    }
}
