<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fixtures;

/** Classes with __sleep, with __wakeup, and with both. */
class SleepAll
{
    public mixed $a = null;
    protected mixed $b = null;
    private mixed $c = null;

    public function __sleep(): array
    {
        World::hook($this, __FUNCTION__);

        return ['a', 'b', 'c'];
    }
}

class SleepWakeup
{
    public mixed $a = 1;
    protected mixed $b = 2;
    private mixed $c = 3;
    public mixed $connection = null;

    public function __sleep(): array
    {
        World::hook($this, __FUNCTION__);

        return ['c', 'a'];
    }

    public function __wakeup(): void
    {
        World::hook($this, __FUNCTION__);
        $this->connection = 'open';
    }
}

/** Any result that __sleep can return, well-formed or not, is in the property "names". */
#[\AllowDynamicProperties]
class SleepNames
{
    public mixed $names = null;
    public mixed $a = 1;
    protected mixed $b = 2;
    private mixed $c = 3;
    public int $typed;
    public ?string $nullable;
    private int $hidden;
    public $untyped;

    public function __sleep()
    {
        World::hook($this, __FUNCTION__);

        return $this->names;
    }
}

class SleepNamesChild extends SleepNames
{
    private mixed $c = 'child';
    public mixed $own = null;

    public function __wakeup(): void
    {
        World::hook($this, __FUNCTION__);
    }
}

/**
 * __sleep may prepare the object: what it writes is what is encoded. The property may be a reference into what has been
 * encoded before; serialize() crashes when an array or object goes away there, so only a scalar is written over.
 */
class SleepPrepares
{
    public mixed $value = null;
    private mixed $cache = null;
    private ?int $calls = 0;

    public function __sleep(): array
    {
        World::hook($this, __FUNCTION__);
        if (is_array($this->cache) || is_object($this->cache)) {
            unset($this->cache);
        }
        $this->cache = ['prepared' => $this->value];
        $this->calls = 1;

        return ['value', 'cache', 'calls'];
    }

    public function __wakeup(): void
    {
        World::hook($this, __FUNCTION__);
        $this->cache = null;
    }
}

class WakeupOnly
{
    public mixed $a = null;
    protected mixed $b = null;
    private mixed $c = null;

    public function __wakeup(): void
    {
        World::hook($this, __FUNCTION__);
    }
}

class ChildOfWakeup extends WakeupOnly
{
    public mixed $d = null;
    private mixed $c = null;

    public function __wakeup(): void
    {
        World::hook($this, __FUNCTION__);
        parent::__wakeup();
    }
}

/** The wake-up of a child is over before that of its parent begins, so it can be relied on there. */
class WakeupReads
{
    public mixed $child = null;
    public mixed $seen = null;

    public function __wakeup(): void
    {
        World::hook($this, __FUNCTION__);
        $this->seen = is_object($this->child) ? array_keys(get_mangled_object_vars($this->child)) : null;
    }
}

class DestructLog
{
    public mixed $a = null;
    private mixed $b = null;

    public function __destruct()
    {
        World::hook($this, __FUNCTION__);
    }
}

class DestructWakeup extends DestructLog
{
    public mixed $c = null;

    public function __wakeup(): void
    {
        World::hook($this, __FUNCTION__);
    }
}

class DestructUnserialize extends DestructLog
{
    public mixed $d = null;

    public function __serialize(): array
    {
        World::hook($this, __FUNCTION__);

        return ['a' => $this->a, 'd' => $this->d];
    }

    public function __unserialize(array $data): void
    {
        World::hook($this, __FUNCTION__, $data);
        $this->a = $data['a'] ?? null;
        $this->d = $data['d'] ?? null;
    }
}

/** Throws away what it was given, so that objects die while the decode still runs. */
class DropsState
{
    public mixed $kept = null;
    public mixed $dropped = null;

    public function __wakeup(): void
    {
        World::hook($this, __FUNCTION__);
        $this->dropped = null;
    }
}
