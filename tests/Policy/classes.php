<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Classes that report when their hooks run. They have no namespace, so that payloads can name them.

final class Ran
{
    /** @var list<string> classes whose hooks have run, and names that an autoloader was asked for */
    public static array $names = [];

    public static function forget(): void
    {
        self::$names = [];
    }
}

final class Gadget
{
    public int $a = 1;

    public function __wakeup(): void
    {
        Ran::$names[] = self::class;
    }
}

final class State
{
    public int $a = 1;

    /** @return array{a: int} */
    public function __serialize(): array
    {
        return ['a' => $this->a];
    }

    /** @param array{a: int} $data */
    public function __unserialize(array $data): void
    {
        Ran::$names[] = self::class;
        $this->a = $data['a'];
    }
}

/** Its payload is a Gadget: the policy holds for an unserialize() inside the hook, too. */
// @phpstan-ignore class.serializable, class.serializable (payloads are what it is for)
final class Old implements Serializable
{
    public mixed $inside = null;

    public function serialize(): string
    {
        return serialize(new Gadget());
    }

    public function unserialize(string $data): void
    {
        Ran::$names[] = self::class;
        $this->inside = unserialize($data);
    }
}

/** As Old, but it reads its payload in a fiber. */
// @phpstan-ignore class.serializable, class.serializable (payloads are what it is for)
final class Fibered implements Serializable
{
    public mixed $inside = null;

    public function serialize(): string
    {
        return serialize(new Gadget());
    }

    public function unserialize(string $data): void
    {
        $fiber = new Fiber(static fn(): mixed => unserialize($data));
        $fiber->start();
        $this->inside = $fiber->getReturn();
    }
}

enum Present
{
    case Here;
}
