<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Classes that the vectors of this folder name. Short names in a short namespace, to keep the hex readable.
// Load with deprecations off: Serializable alone is deprecated, and is here for its custom payload.

declare(strict_types=1);

namespace V;

/** Public properties, declared. */
class Point
{
    public function __construct(public mixed $x = 0, public mixed $y = 0) {}
}

/** One property of each visibility. */
class Account
{
    public int $a = 1;
    protected int $b = 2;
    private int $c = 3;

    public function sum(): int
    {
        return $this->a + $this->b + $this->c;
    }
}

/** A private property that its parent has, too. */
class Savings extends Account
{
    private int $c = 4;

    public function ownSum(): int
    {
        return $this->sum() + $this->c;
    }
}

/** Nothing to keep. */
class Nothing {}

/** A state with int keys, from __serialize. */
class Pair
{
    public function __construct(private mixed $first, private mixed $second) {}

    /** @return list<mixed> */
    public function __serialize(): array
    {
        return [$this->first, $this->second];
    }

    /** @param array<mixed> $data */
    public function __unserialize(array $data): void
    {
        [$this->first, $this->second] = $data;
    }
}

/** Any state. */
class Bag
{
    /** @param array<mixed> $state */
    public function __construct(public array $state = []) {}

    /** @return array<mixed> */
    public function __serialize(): array
    {
        return $this->state;
    }

    /** @param array<mixed> $data */
    public function __unserialize(array $data): void
    {
        $this->state = $data;
    }
}

/** Writes a part of its properties, in an order of its own. */
class Sleeper
{
    public mixed $one = 1;
    protected mixed $two = 2;
    public mixed $connection = null;

    /** @return list<string> */
    public function __sleep(): array
    {
        return ['two', 'one'];
    }
}

/** A payload of its own making. */
class Token implements \Serializable // @phpstan-ignore class.serializable, class.serializable (it is what is tested)
{
    public function __construct(public string $text = '') {}

    public function serialize(): string
    {
        return $this->text;
    }

    public function unserialize(string $data): void
    {
        $this->text = $data;
    }
}

/** Properties that may be without a value. */
class Typed
{
    public int $n;
    public ?self $next = null;
}

enum Suit
{
    case Hearts;
    case Spades;
}

enum Level: int
{
    case Low = 1;
}

/**
 * Records of the same keys, one for each row of values.
 *
 * @param list<mixed> ...$rows
 * @return list<array<string, mixed>>
 */
function records(string $keys, array ...$rows): array
{
    return array_map(static fn(array $row): array => array_combine(explode(' ', $keys), $row), array_values($rows));
}

/**
 * What f makes of 0 to n-1.
 *
 * @return list<mixed>
 */
function times(int $n, callable $f): array
{
    return array_map($f, range(0, $n - 1));
}
