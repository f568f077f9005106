<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fixtures;

use AllowDynamicProperties;

/** Classes with __serialize and __unserialize, and with only one of the two. */
class KeyedState
{
    public mixed $a = null;
    protected mixed $b = null;
    private mixed $c = null;

    public function __serialize(): array
    {
        World::hook($this, __FUNCTION__);

        return ['a' => $this->a, 'b' => $this->b, 'c' => $this->c];
    }

    public function __unserialize(array $data): void
    {
        World::hook($this, __FUNCTION__, $data);
        $this->a = $data['a'] ?? 'absent';
        $this->b = $data['b'] ?? 'absent';
        $this->c = $data['c'] ?? 'absent';
    }
}

class ChildOfKeyedState extends KeyedState
{
    private mixed $c = 'own';
    public mixed $d = null;

    public function __serialize(): array
    {
        return parent::__serialize() + ['own' => $this->c, 'd' => $this->d];
    }

    public function __unserialize(array $data): void
    {
        parent::__unserialize($data);
        $this->c = $data['own'] ?? null;
        $this->d = $data['d'] ?? null;
    }
}

class ListState
{
    public mixed $one = null;
    private mixed $two = null;

    public function __serialize(): array
    {
        World::hook($this, __FUNCTION__);

        return [$this->one, $this->two];
    }

    public function __unserialize(array $data): void
    {
        World::hook($this, __FUNCTION__, $data);
        [$this->one, $this->two] = $data + [null, null];
    }
}

/** The state is whatever the test put into it: any keys, any values, references included. */
class AnyState
{
    /** @var array<array-key, mixed> */
    public array $state = [];

    public function __serialize(): array
    {
        World::hook($this, __FUNCTION__);

        return $this->state;
    }

    public function __unserialize(array $data): void
    {
        World::hook($this, __FUNCTION__, $data);
        $this->state = $data;
    }
}

/** Writes its property table with the engine's mangled names, as var-exporter like libraries do. */
class MangledState
{
    public mixed $pub = null;
    protected mixed $pro = null;
    private mixed $pri = null;

    public function __serialize(): array
    {
        World::hook($this, __FUNCTION__);

        return (array) $this;
    }

    public function __unserialize(array $data): void
    {
        World::hook($this, __FUNCTION__, $data);
        $this->pub = $data['pub'] ?? null;
        $this->pro = $data["\0*\0pro"] ?? null;
        $this->pri = $data["\0" . self::class . "\0pri"] ?? null;
    }
}

/** Its entries become properties on reading: by plain name for all visibilities, the rest dynamically. */
#[AllowDynamicProperties]
class OnlySerialize
{
    public mixed $pub = null;
    protected mixed $pro = null;
    private mixed $pri = null;
    public array $more = [];

    public function __serialize(): array
    {
        World::hook($this, __FUNCTION__);

        return ['pub' => $this->pub, 'pro' => $this->pro, 'pri' => $this->pri] + $this->more;
    }
}

class OnlyUnserialize
{
    public mixed $pub = null;
    protected mixed $pro = null;
    private mixed $pri = null;
    private mixed $got = null;

    public function __unserialize(array $data): void
    {
        World::hook($this, __FUNCTION__, $data);
        $this->got = $data;
    }
}

/** __serialize without a return type can return anything: natively a TypeError. */
class OddSerialize
{
    public mixed $result = null;

    public function __serialize()
    {
        World::hook($this, __FUNCTION__);

        return $this->result;
    }
}

/** Hands out its properties by reference, so that the state array and the object share them. */
class ReferenceState
{
    public mixed $a = null;
    protected mixed $b = null;

    public function __serialize(): array
    {
        World::hook($this, __FUNCTION__);

        return ['a' => &$this->a, 'b' => &$this->b, 'again' => &$this->a];
    }

    public function __unserialize(array $data): void
    {
        World::hook($this, __FUNCTION__, $data);
        $this->a = &$data['a'];
        $this->b = &$data['b'];
    }
}

/** Makes new objects on each call: an encoder that names objects by address must keep them until the end. */
class Temporaries
{
    public mixed $seed = 0;
    /** @var array<array-key, mixed> */
    public array $made = [];

    public function __serialize(): array
    {
        World::hook($this, __FUNCTION__);
        $made = [];
        for ($i = 0; $i < 3; $i++) {
            $bag = new PublicBag();
            $bag->a = $i;
            $bag->b = $this->seed;
            $made[] = $bag;
        }

        return ['seed' => $this->seed, 'made' => $made, 'first' => $made[0]];
    }

    public function __unserialize(array $data): void
    {
        World::hook($this, __FUNCTION__, $data);
        $this->seed = $data['seed'];
        $this->made = [$data['made'], $data['first']];
    }
}

/** Both mechanisms at once: __serialize wins over __sleep, __unserialize over __wakeup. */
class AllHooks
{
    public mixed $a = null;
    private mixed $b = null;

    public function __serialize(): array
    {
        World::hook($this, __FUNCTION__);

        return ['a' => $this->a, 'b' => $this->b, 7 => 'seven'];
    }

    public function __unserialize(array $data): void
    {
        World::hook($this, __FUNCTION__, $data);
        $this->a = $data['a'] ?? null;
        $this->b = $data['b'] ?? null;
    }

    public function __sleep(): array
    {
        World::hook($this, __FUNCTION__);

        return ['a'];
    }

    public function __wakeup(): void
    {
        World::hook($this, __FUNCTION__);
    }
}

/** Keeps the state array itself, and writes into it: no other object may see that write. */
class StateWriter
{
    public mixed $data = null;

    public function __serialize(): array
    {
        World::hook($this, __FUNCTION__);

        return is_array($this->data) ? $this->data : [$this->data];
    }

    public function __unserialize(array $data): void
    {
        World::hook($this, __FUNCTION__, $data);
        $data['written'] = true;
        foreach ($data as &$value) {
            if (is_int($value)) {
                $value++;
            }
        }
        unset($value);
        $this->data = $data;
    }
}
