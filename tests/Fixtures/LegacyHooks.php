<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fixtures;

use Serializable;

/** Classes with the old interface. The file must be loaded with deprecations off: PHP reports each such class. */
class LegacyPlain implements Serializable
{
    public mixed $data = null;

    public function serialize()
    {
        World::hook($this, __FUNCTION__);

        return base64_encode(is_scalar($this->data) ? (string) $this->data : gettype($this->data));
    }

    public function unserialize(string $data)
    {
        World::hook($this, __FUNCTION__, $data);
        $this->data = base64_decode($data, true);
    }
}

/** Returns what the test put into it: any bytes, null, or something that is refused. */
class LegacyAny implements Serializable
{
    public mixed $result = null;

    public function serialize()
    {
        World::hook($this, __FUNCTION__);

        return $this->result;
    }

    public function unserialize(string $data)
    {
        World::hook($this, __FUNCTION__, $data);
        $this->result = $data;
    }
}

/** Nests PHP's own serialize() in its payload, the usual way to use the interface. */
class LegacyNested implements Serializable
{
    public mixed $data = null;

    public function serialize()
    {
        World::hook($this, __FUNCTION__);

        return serialize($this->data);
    }

    public function unserialize(string $data)
    {
        World::hook($this, __FUNCTION__);
        $this->data = unserialize($data);
    }
}

/** Nests the codec under test in its payload. */
class LegacyOwnCodec implements Serializable
{
    public mixed $data = null;

    public function serialize()
    {
        World::hook($this, __FUNCTION__);

        return World::encode($this->data);
    }

    public function unserialize(string $data)
    {
        World::hook($this, __FUNCTION__);
        $this->data = World::decode($data);
    }
}

class LegacyBoth implements Serializable
{
    public mixed $data = null;

    public function serialize()
    {
        World::hook($this, __FUNCTION__);

        return 'never';
    }

    public function unserialize(string $data)
    {
        World::hook($this, __FUNCTION__, $data);
        $this->data = $data;
    }

    public function __serialize(): array
    {
        World::hook($this, __FUNCTION__);

        return ['data' => $this->data];
    }

    public function __unserialize(array $data): void
    {
        World::hook($this, __FUNCTION__, $data);
        $this->data = $data['data'] ?? null;
    }
}

class LegacyThrows implements Serializable
{
    public string $moment = 'unserialize';

    public function serialize()
    {
        World::hook($this, __FUNCTION__);
        if ($this->moment === 'serialize') {
            throw new Trouble('serialize');
        }

        return $this->moment;
    }

    public function unserialize(string $data)
    {
        World::hook($this, __FUNCTION__, $data);
        $this->moment = $data;
        if ($data === 'unserialize') {
            throw new Trouble('unserialize');
        }
    }
}

/** __wakeup is not called for the old form; the destructor is, as for any object. */
class LegacyWakeup implements Serializable
{
    public mixed $data = null;

    public function serialize()
    {
        World::hook($this, __FUNCTION__);

        return 'payload';
    }

    public function unserialize(string $data)
    {
        World::hook($this, __FUNCTION__, $data);
        $this->data = $data;
    }

    public function __wakeup(): void
    {
        World::hook($this, __FUNCTION__);
    }

    public function __destruct()
    {
        World::hook($this, __FUNCTION__);
    }
}
