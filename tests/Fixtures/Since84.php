<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fixtures;

// Features of classes since PHP 8.4: property hooks, asymmetric visibility. Loaded only if PHP can compile it.

/** Serialization must not call the hooks; that they are called at all is in the log. */
class Hooked
{
    public mixed $backed = 'start' {
        get {
            World::event('note get backed');

            return $this->backed;
        }
        set {
            World::event('note set backed');
            $this->backed = $value;
        }
    }
    public int|string $wide = 1 {
        set(int|string|null $value) {
            World::event('note set wide');
            $this->wide = $value ?? 0;
        }
    }
    public ?int $typed = null {
        get => $this->typed;
    }
    public string $virtual {
        get {
            World::event('note get virtual');

            return 'virtual';
        }
    }
    public mixed $alias {
        get => $this->plain;
        set {
            World::event('note set alias');
            $this->plain = $value;
        }
    }
    public array $list = [1] {
        &get => $this->list;
    }
    protected ?self $next = null {
        set => $value;
    }
    private string $late {
        get => $this->late ?? 'never';
        set => $value;
    }
    public mixed $plain = 5;
}

class HookedChild extends Hooked
{
    public mixed $backed = 'child' {
        get => parent::$backed::get();
    }
    public mixed $plain = 6 {
        set => $value;
    }
    public mixed $own = null;
}

interface HasTitle
{
    public mixed $title { get; set; }
}

abstract class Titled implements HasTitle
{
    abstract public mixed $title { get; }
    public int $length = 0;
}

/** An abstract property that a plain one, and a virtual one, fulfil. */
class PlainTitle extends Titled
{
    public mixed $title = 'title';
}

class VirtualTitle extends Titled
{
    public mixed $title {
        get => $this->length;
        set => $this->length = (int) $value;
    }
}

class HookedSleep extends Hooked
{
    public function __sleep(): array
    {
        World::hook($this, __FUNCTION__);

        return ['backed', 'virtual', 'plain', 'late', 'typed', 'next'];
    }

    public function __wakeup(): void
    {
        World::hook($this, __FUNCTION__);
        $this->typed = 7;
    }
}

/** Reads and writes through its hooks in the methods that serialization does call. */
class HookedState extends Hooked
{
    public function __serialize(): array
    {
        World::hook($this, __FUNCTION__);

        return ['backed' => $this->backed, 'wide' => $this->wide, 'virtual' => $this->virtual, 'list' => &$this->list];
    }

    public function __unserialize(array $data): void
    {
        World::hook($this, __FUNCTION__, $data);
        $this->backed = $data['backed'] ?? null;
        $this->wide = $data['wide'] ?? null;
        $this->alias = $data['virtual'] ?? null;
    }
}

class HookedDestruct extends Hooked
{
    public function __destruct()
    {
        World::hook($this, __FUNCTION__);
    }
}

class Asymmetric
{
    public private(set) int $balance = 0;
    public protected(set) mixed $any = null;
    protected private(set) array $log = [];
    public private(set) readonly string $id;
    public private(set) ?self $parent = null;
    public protected(set) ?Suit $suit;
}

class AsymmetricChild extends Asymmetric
{
    public private(set) int $own = 1 {
        set => $value;
    }
    public mixed $free = null;
}

final class AsymmetricFinal extends Asymmetric
{
    final public protected(set) mixed $any = 'final';
    public final int $last = 1;
}
