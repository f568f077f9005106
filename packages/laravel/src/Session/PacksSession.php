<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Session;

use Illuminate\Cache\FileStore as LaravelFileStore;
use Illuminate\Cache\MemcachedStore as LaravelMemcachedStore;
use Illuminate\Cache\RedisStore as LaravelRedisStore;
use Illuminate\Cache\Repository;
use Illuminate\Session\CacheBasedSessionHandler;
use Illuminate\Session\DatabaseSessionHandler;
use Illuminate\Session\FileSessionHandler;
use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;
use Lyo\Bridge\Writes;
use Lyo\Laravel\Armor;
use Lyo\Laravel\Cache\DatabaseStore;
use SessionHandlerInterface;

/**
 * The code that both session stores share. A Packer reads and writes the attributes. JSON is also read, and Laravel itself writes it where the
 * application has chosen it.
 *
 * @internal
 */
trait PacksSession
{
    private ?Packer $packer = null;

    /** Whether the attributes come from JSON, in which Laravel has arrays in the place of error bags. */
    private bool $fromJson = false;

    public function setPacker(Packer $packer): static
    {
        $this->packer = $packer;

        return $this;
    }

    public function packer(): Packer
    {
        return $this->packer ??= new Packer;
    }

    /**
     * @return array<mixed> the attributes; empty, as in a new session, if the data cannot be read
     */
    protected function readFromHandler(): array
    {
        $stored = $this->handler->read($this->getId());
        if (! is_string($stored) || $stored === '') {
            return [];
        }
        $data = $this->prepareForUnserialize($stored);
        // No other form and no Base64 begins in this way. JSON has no signature: where one is required, it is refused below as unsigned.
        $this->fromJson = $this->packer()->readsBare() && (($data[0] ?? '') === '{' || $data === '[]');
        if ($this->fromJson) {
            $attributes = json_decode($data, true);

            return is_array($attributes) ? $attributes : [];
        }
        try {
            // A session cannot be computed again. So if a class is missing, the rest of the session is kept, as in Laravel.
            $attributes = @$this->packer()->in($this->getId())->unpack(Armor::off($data)); // with @, as in Laravel
        } catch (Miss) {
            return [];
        }

        return is_array($attributes) ? $attributes : [];
    }

    /**
     * Makes error bags of the arrays that JSON has in their place.
     */
    protected function marshalErrorBag(): void
    {
        $serialization = $this->serialization;
        $this->serialization = $this->fromJson ? 'json' : 'php';
        try {
            parent::marshalErrorBag();
        } finally {
            $this->serialization = $serialization;
        }
    }

    public function save(): void
    {
        if ($this->serialization === 'json' && $this->packer()->writes === Writes::Native) {
            parent::save();

            return;
        }
        $this->ageFlashData();
        $data = $this->prepareForStorage($this->packer()->in($this->getId())->pack($this->attributes));
        $this->handler->write($this->getId(), self::takes($this->handler, $data) ? $data : Armor::on($data));
        $this->started = false;
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

            return $store instanceof LaravelRedisStore || $store instanceof LaravelFileStore || $store instanceof LaravelMemcachedStore || $store instanceof DatabaseStore || Packer::isText($data);
        }

        return $handler instanceof FileSessionHandler || $handler instanceof DatabaseSessionHandler;
    }
}
