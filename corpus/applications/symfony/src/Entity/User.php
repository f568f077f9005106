<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Entity;

use Symfony\Component\Security\Core\User\EquatableInterface;
use Symfony\Component\Security\Core\User\PasswordAuthenticatedUserInterface;
use Symfony\Component\Security\Core\User\UserInterface;
use Symfony\Component\Serializer\Attribute\Groups;
use Symfony\Component\Serializer\Attribute\Ignore;
use Symfony\Component\Serializer\Attribute\SerializedName;
use Symfony\Component\Uid\Uuid;
use Symfony\Component\Validator\Constraints as Assert;

/** A user, who lies in the session as part of a token: of the password only a checksum, as the documentation of Symfony advises. */
final class User implements UserInterface, PasswordAuthenticatedUserInterface, EquatableInterface
{
    /** @param list<string> $roles */
    public function __construct(
        #[Groups(["user:read"])]
        private Uuid $id,
        #[Assert\NotBlank, Assert\Email, Assert\Length(max: 180)]
        #[Groups(["user:read", "user:write"])]
        private string $email,
        #[Ignore]
        private string $password,
        #[Assert\All([new Assert\Choice(["ROLE_USER", "ROLE_EDITOR", "ROLE_ADMIN"])])]
        #[Groups(["user:read"])]
        private array $roles = ["ROLE_USER"],
        #[Assert\Length(min: 2, max: 80)]
        #[SerializedName("display_name"), Groups(["user:read", "user:write", "post:read"])]
        private ?string $displayName = null,
    ) {}

    /** @return array<string, mixed> */
    public function __serialize(): array
    {
        $data = (array) $this;
        $data["\0" . self::class . "\0password"] = str_starts_with($this->password, "$2y$") ? hash("crc32c", $this->password) : $this->password;

        return $data;
    }

    public function getId(): Uuid
    {
        return $this->id;
    }

    public function getUserIdentifier(): string
    {
        return $this->email === "" ? "nobody" : $this->email;
    }

    public function getPassword(): string
    {
        return $this->password;
    }

    public function getDisplayName(): ?string
    {
        return $this->displayName;
    }

    public function getRoles(): array
    {
        return $this->roles;
    }

    public function eraseCredentials(): void {}

    public function isEqualTo(UserInterface $user): bool
    {
        return $user instanceof self && $user->email === $this->email;
    }
}
