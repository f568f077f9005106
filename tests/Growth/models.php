<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Growth\Model;

use Serializable;

// One class for each way in which a class speaks for its objects.

final class Plain
{
    public mixed $other = null;

    public function __construct(public int $number = 0, protected string $name = '', private bool $open = false) {}

    public function isOpen(): bool
    {
        return $this->open && $this->name !== '';
    }
}

final class Sleeps
{
    public mixed $value;

    public string $kept = 'kept';

    public string $dropped = 'dropped';

    /** @return list<string> */
    public function __sleep(): array
    {
        return strlen($this->dropped) > 100 ? ['value'] : ['value', 'kept'];
    }
}

final class Gives
{
    public mixed $value;

    /** @return array<string, mixed> */
    public function __serialize(): array
    {
        return ['value' => $this->value, 'length' => strlen(self::class)];
    }

    /** @param array<string, mixed> $state */
    public function __unserialize(array $state): void
    {
        $this->value = $state['value'];
    }
}

final class Wakes
{
    public mixed $value;

    public bool $awake = false;

    public function __wakeup(): void
    {
        $this->awake = true;
    }
}

// @phpstan-ignore class.serializable, class.serializable (payloads are what it is for)
final class Old implements Serializable
{
    public function __construct(public string $value = '') {}

    public function serialize(): string
    {
        return $this->value;
    }

    public function unserialize(string $data): void
    {
        $this->value = $data;
    }
}

final class Ends
{
    public mixed $value;

    public function __destruct()
    {
        $this->value = null;
    }
}

enum Suit: string
{
    case Clubs = 'C';
    case Diamonds = 'D';
    case Hearts = 'H';
    case Spades = 'S';
}

enum Side
{
    case Heads;
    case Tails;
}

final class Keeps
{
    /** @var array<mixed> */
    private array $state = [];

    /** @return array<mixed> */
    public function __serialize(): array
    {
        return $this->state;
    }

    /** @param array<mixed> $state */
    public function __unserialize(array $state): void
    {
        $this->state = $state;
    }
}
