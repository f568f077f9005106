<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Laravel;

use Illuminate\Cache\Repository;
use Illuminate\Contracts\Encryption\Encrypter;
use Illuminate\Session\CacheBasedSessionHandler;
use Illuminate\Session\SessionManager as LaravelManager;
use Illuminate\Session\Store;
use Lyo\Bridge\Settings;
use SessionHandlerInterface;

use function is_array;
use function is_string;

/**
 * Makes sessions that read every format, JSON too, with any handler. The setting "session.writes" says what they write; "native" is the form of
 * Laravel's own setting "session.serialization", which does not change. Plain Laravel takes a session in another form for a new one, so "auto"
 * writes native until "session.every_host_reads" is true. The options of an envelope are also settings of the session. A signature is bound to
 * the id of the session.
 *
 * @internal
 */
final class SessionManager extends LaravelManager
{
    /** @param string $driver */
    protected function createCacheHandler($driver): CacheBasedSessionHandler
    {
        $handler = parent::createCacheHandler($driver);
        $cache = $handler->getCache(); // a copy, only for sessions
        $store = $cache instanceof Repository ? $cache->getStore() : null;
        if ($store instanceof DatabaseStore || $store instanceof RedisStore || $store instanceof FileStore) {
            $store->keepSessions();
        }
        return $handler;
    }

    /** @param SessionHandlerInterface $handler */
    protected function buildSession($handler): Store
    {
        $serialization = $this->config->get('session.serialization', 'php');
        $serialization = is_string($serialization) ? $serialization : 'php';
        $settings = $this->config->get('session');
        $settings = is_array($settings) ? $settings : [];
        $packer = Settings::packer(['classes' => $settings['serializable_classes'] ?? null] + $settings, Stores::logger($this->container));
        $cookie = $this->config->get('session.cookie');
        $cookie = is_string($cookie) ? $cookie : '';
        $session = $this->config->get('session.encrypt')
            ? new EncryptedSessionStore($cookie, $handler, $this->container->make(Encrypter::class), null, $serialization)
            : new SessionStore($cookie, $handler, null, $serialization);
        return $session->setPacker($packer);
    }
}
