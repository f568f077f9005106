<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Classes with every kind of hook. Each hook lets the world take steps while it runs.

use Lyo\Tests\Fibers\World;

final class PlainPair
{
    public mixed $first = 1;
    public mixed $second = 'text';
}

final class WithState
{
    public function __construct(public mixed $content = 'text') {}

    /** @return array{content: mixed} */
    public function __serialize(): array
    {
        World::current()->inHook(true);
        return ['content' => $this->content];
    }

    /** @param array{content: mixed} $data */
    public function __unserialize(array $data): void
    {
        World::current()->inHook(true);
        $this->content = $data['content'];
    }
}

final class WithNames
{
    public function __construct(public mixed $content = 'text', protected int $number = 7) {}

    /** @return list<string> */
    public function __sleep(): array
    {
        World::current()->inHook(true);
        return ['content', 'number'];
    }

    public function __wakeup(): void
    {
        World::current()->inHook(true);
    }
}

// @phpstan-ignore class.serializable, class.serializable (payloads are what it is for)
final class WithPayload implements Serializable
{
    public function __construct(public mixed $content = 'text') {}

    public function serialize(): string
    {
        World::current()->inHook(false);
        return 'payload';
    }

    public function unserialize(string $data): void
    {
        World::current()->inHook(false, true);
        $this->content = $data;
    }
}
