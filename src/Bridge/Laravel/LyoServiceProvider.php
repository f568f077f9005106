<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Laravel;

use Illuminate\Cache\CacheManager;
use Illuminate\Contracts\Foundation\Application;
use Illuminate\Support\ServiceProvider;

/**
 * Adds the cache drivers "lyo-redis", "lyo-database" and "lyo-file", which take the settings of Laravel's "redis", "database"
 * and "file", besides "writes" and "compress_above"; and sessions that read every format.
 *
 * Nothing is written differently before a setting says so.
 */
final class LyoServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->app->singleton('session', static fn(Application $app): SessionManager => new SessionManager($app));
        $this->callAfterResolving('cache', static function (CacheManager $cache, Application $app): void {
            $stores = new Stores($app);
            // Not static: Laravel binds them.
            $cache->extend('lyo-redis', fn(Application $app, array $config) => $cache->repository($stores->redis($config), $config));
            $cache->extend('lyo-database', fn(Application $app, array $config) => $cache->repository($stores->database($config), $config));
            $cache->extend('lyo-file', fn(Application $app, array $config) => $cache->repository($stores->file($config), $config));
        });
    }
}
