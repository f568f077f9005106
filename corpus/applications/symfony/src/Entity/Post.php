<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Entity;

use DateTimeImmutable;
use Symfony\Component\Serializer\Attribute\Context;
use Symfony\Component\Serializer\Attribute\Groups;
use Symfony\Component\Serializer\Attribute\MaxDepth;
use Symfony\Component\Serializer\Normalizer\DateTimeNormalizer;
use Symfony\Component\Uid\Ulid;
use Symfony\Component\Validator\Constraints as Assert;
use Symfony\Component\Validator\Context\ExecutionContextInterface;

#[Assert\Callback("check")]
#[Assert\GroupSequence(["Post", "strict"])]
class Post
{
    /** @var list<Comment> */
    #[Assert\Valid, Assert\Count(max: 500), Groups(["post:read"]), MaxDepth(2)]
    public array $comments = [];

    /** @param list<string> $tags */
    public function __construct(
        #[Groups(["post:read"])]
        public Ulid $id,
        #[Assert\NotBlank(message: "post.title.blank"), Assert\Length(min: 10, max: 200, minMessage: "post.title.short"), Groups(["post:read", "post:write"])]
        public string $title,
        #[Assert\Regex("/^[a-z0-9-]+$/"), Groups(["post:read"])]
        public string $slug,
        #[Assert\NotNull, Assert\Length(min: 100, groups: ["strict"]), Groups(["post:read", "post:write"])]
        public string $body,
        #[Assert\Valid, Groups(["post:read"])]
        public User $author,
        #[Assert\GreaterThan("2020-01-01"), Groups(["post:read"]), Context([DateTimeNormalizer::FORMAT_KEY => "Y-m-d"])]
        public DateTimeImmutable $published,
        #[Assert\Unique, Assert\All([new Assert\NotBlank(), new Assert\Length(max: 30)]), Groups(["post:read", "post:write"])]
        public array $tags = [],
    ) {}

    public function check(ExecutionContextInterface $context): void
    {
        if (str_contains($this->title, "!!!")) {
            $context->buildViolation("post.title.loud")->atPath("title")->addViolation();
        }
    }
}
