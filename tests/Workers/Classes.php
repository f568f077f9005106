<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Workers;

use RuntimeException;

enum Colour: string
{
    case Red = 'red';
    case Blue = 'blue';
}

final class Node
{
    public ?self $next = null;

    /** @var list<self> */
    public array $all = [];

    public function __construct(public readonly int $id, protected string $name, private readonly Colour $colour) {}

    public function text(): string
    {
        return $this->name . $this->colour->value;
    }
}

/** Hooks that throw where they are told to. */
final class Throwing
{
    public static string $where = '';

    /** @param list<mixed> $held */
    public function __construct(private array $held) {}

    /** @return array{list<mixed>} */
    public function __serialize(): array
    {
        self::$where !== 'write' || throw new RuntimeException('thrown while it is written');

        return [$this->held];
    }

    /** @param array{list<mixed>} $data */
    public function __unserialize(array $data): void
    {
        [$this->held] = $data;
        self::$where !== 'read' || throw new RuntimeException('thrown while it is read');
    }
}

/** The same with __sleep() and __wakeup(). */
final class Sleeping
{
    public string $kept = 'kept';

    /** @var list<int> */
    public array $lost = [1, 2, 3];

    /** @return list<string> */
    public function __sleep(): array
    {
        Throwing::$where !== 'write' || throw new RuntimeException('thrown while it sleeps');

        return ['kept'];
    }

    public function __wakeup(): void
    {
        Throwing::$where !== 'read' || throw new RuntimeException('thrown while it wakes');
        $this->lost = [4];
    }
}
