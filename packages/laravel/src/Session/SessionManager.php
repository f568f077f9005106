<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Session;

use Illuminate\Cache\Repository;
use Illuminate\Session\CacheBasedSessionHandler;
use Illuminate\Session\EncryptedStore;
use Illuminate\Session\SessionManager as LaravelManager;
use Illuminate\Session\Store;
use Lyo\Laravel\Adopts;
use Lyo\Laravel\Cache\DatabaseStore;
use Lyo\Laravel\Cache\DynamoDbStore;
use Lyo\Laravel\Cache\FileStore;
use Lyo\Laravel\Cache\MemcachedStore;
use Lyo\Laravel\Cache\RedisStore;
use Lyo\Laravel\Cache\StorageStore;
use Lyo\Laravel\Settings;
use SessionHandlerInterface;

/**
 * Makes sessions that read every format, JSON too, with any handler. What they write is a setting; "native" is the form of Laravel's own setting
 * "session.serialization", which does not change. Plain Laravel takes a session in another form for a new one, so "auto" writes native until
 * "every_host_reads" is true. The options of an envelope are also settings of the session. A signature is bound to the id of the session.
 *
 * @internal
 */
final class SessionManager extends LaravelManager
{
    use Adopts;

    /**
     * @param  string  $driver
     */
    protected function createCacheHandler($driver): CacheBasedSessionHandler
    {
        $handler = parent::createCacheHandler($driver);
        $cache = $handler->getCache(); // a copy, only for sessions
        $store = $cache instanceof Repository ? $cache->getStore() : null;
        if ($store instanceof DatabaseStore || $store instanceof RedisStore || $store instanceof FileStore || $store instanceof StorageStore || $store instanceof MemcachedStore || $store instanceof DynamoDbStore) {
            $store->keepSessions();
        }

        return $handler;
    }

    /**
     * @param  SessionHandlerInterface  $handler
     */
    protected function buildSession($handler): Store
    {
        $session = parent::buildSession($handler);
        $ours = match ($session::class) {
            EncryptedStore::class => EncryptedSessionStore::adopt($session),
            Store::class => SessionStore::adopt($session),
            default => null, // of another package
        };
        $settings = new Settings($this->container);
        $config = $settings->session();

        return $ours?->setPacker($settings->packer($config, $config['serializable_classes'] ?? null)) ?? $session;
    }
}
