<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Entity;

use Doctrine\Common\Collections\ArrayCollection;
use Doctrine\Common\Collections\Collection;
use Doctrine\ORM\Mapping as ORM;

#[ORM\Entity]
#[ORM\Cache(usage: 'READ_ONLY', region: 'categories')]
class Category
{
    #[ORM\Id, ORM\GeneratedValue, ORM\Column]
    public ?int $id = null;

    /** @var Collection<int, Category> */
    #[ORM\OneToMany(targetEntity: self::class, mappedBy: 'parent')]
    public Collection $children;

    public function __construct(
        #[ORM\Column]
        public string $name,
        #[ORM\Column]
        public string $slug,
        #[ORM\ManyToOne(targetEntity: self::class, inversedBy: 'children')]
        public ?Category $parent = null,
        #[ORM\Column]
        public int $position = 0,
    ) {
        $this->children = new ArrayCollection();
        $parent?->children->add($this);
    }
}
