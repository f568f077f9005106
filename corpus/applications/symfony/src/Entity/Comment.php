<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Entity;

use DateTimeImmutable;
use Symfony\Component\Serializer\Attribute\Groups;
use Symfony\Component\Validator\Constraints as Assert;

class Comment
{
    public function __construct(
        #[Assert\NotBlank, Assert\Length(max: 2000), Groups(["post:read", "comment:write"])]
        public string $text,
        #[Assert\NotBlank, Groups(["post:read", "comment:write"])]
        public string $author,
        #[Assert\Ip(version: Assert\Ip::ALL)]
        private string $address,
        #[Groups(["post:read"])]
        public DateTimeImmutable $written,
        public ?Post $post = null,
    ) {
        if ($post !== null) {
            $post->comments[] = $this;
        }
    }
}
