<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Laravel;

use Illuminate\Cache\FileStore as LaravelFileStore;
use Illuminate\Cache\RedisStore as LaravelRedisStore;
use Illuminate\Cache\Repository;
use Illuminate\Session\CacheBasedSessionHandler;
use Illuminate\Session\DatabaseSessionHandler;
use Illuminate\Session\FileSessionHandler;
use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;
use Lyo\Format;
use SessionHandlerInterface;

use function is_array;
use function is_string;

/**
 * The code that both session stores share. A Packer reads and writes the attributes, unless they are stored as JSON.
 *
 * @internal
 */
trait PacksSession
{
    private ?Packer $packer = null;

    public function setPacker(Packer $packer): static
    {
        $this->packer = $packer;
        return $this;
    }

    /** @return array<mixed> the attributes; empty, as in a new session, if the data cannot be read */
    protected function readFromHandler(): array
    {
        if ($this->serialization === 'json') {
            return parent::readFromHandler();
        }
        $stored = $this->handler->read($this->getId());
        if (!is_string($stored) || $stored === '') {
            return [];
        }
        $data = $this->prepareForUnserialize($stored);
        try {
            // A session cannot be computed again. So if a class is missing, the rest of the session is kept, as in Laravel.
            $attributes = @$this->packer()->in($this->getId())->unpack(Armor::off($data)); // with @, as in Laravel
        } catch (Miss) {
            return [];
        }
        return is_array($attributes) ? $attributes : [];
    }

    public function save(): void
    {
        if ($this->serialization === 'json') {
            parent::save();
            return;
        }
        $this->ageFlashData();
        $data = $this->prepareForStorage($this->packer()->in($this->getId())->pack($this->attributes));
        $this->handler->write($this->getId(), self::takes($this->handler, $data) ? $data : Armor::on($data));
        $this->started = false;
    }

    private function packer(): Packer
    {
        return $this->packer ??= new Packer();
    }

    /**
     * Tells whether a handler can store these bytes as they are. The handler for cookies puts them into JSON. Laravel's cache in a database has
     * a text column; it gets serialize() text unchanged, because plain Laravel reads it.
     */
    private static function takes(SessionHandlerInterface $handler, string $data): bool
    {
        if ($handler instanceof CacheBasedSessionHandler) {
            $cache = $handler->getCache();
            $store = $cache instanceof Repository ? $cache->getStore() : null;
            return $store instanceof LaravelRedisStore || $store instanceof LaravelFileStore || $store instanceof DatabaseStore || Format::detect($data) === Format::Native;
        }
        return $handler instanceof FileSessionHandler || $handler instanceof DatabaseSessionHandler;
    }
}
