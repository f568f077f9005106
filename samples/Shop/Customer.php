<?php

declare(strict_types=1);

namespace Lyo\Samples\Shop;

use DateTimeImmutable;

final class Customer
{
    /** Uninitialised until the first login. */
    private DateTimeImmutable $lastLogin;

    /** @param list<Address> $addresses */
    public function __construct(
        private readonly int $id,
        private string $name,
        private string $email,
        private array $addresses,
        private readonly DateTimeImmutable $since,
    ) {}

    public function logIn(DateTimeImmutable $now): void
    {
        $this->lastLogin = $now;
    }

    public function address(int $index = 0): Address
    {
        return $this->addresses[$index];
    }

    public function greeting(): string
    {
        $seen = isset($this->lastLogin) ? $this->lastLogin->format('d M Y') : 'never';

        return "{$this->name} <{$this->email}>, no. {$this->id}, since {$this->since->format('Y')}, last seen: $seen";
    }
}
