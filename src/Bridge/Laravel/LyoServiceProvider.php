<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Laravel;

use Illuminate\Cache\CacheManager;
use Illuminate\Contracts\Cache\Repository;
use Illuminate\Contracts\Foundation\Application;
use Illuminate\Support\ServiceProvider;

/**
 * Takes over those stores of Laravel's drivers "redis", "database" and "file" that have the setting "writes", and makes sessions
 * that read every format. Other stores stay Laravel's, and without this provider all do: Laravel ignores settings that it does
 * not know. "lyo-redis", "lyo-database" and "lyo-file" are the same drivers by names of their own.
 *
 * Nothing is written differently before a setting says so.
 *
 * @phpstan-import-type Config from Stores
 */
final class LyoServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->app->singleton('session', static fn(Application $app): SessionManager => new SessionManager($app));
        $this->callAfterResolving('cache', static function (CacheManager $cache): void {
            $others = clone $cache; // with Laravel's drivers, and what else has been extended before
            foreach (['redis', 'database', 'file'] as $driver) {
                // Not static: Laravel binds them.
                $make = function (Application $app, array $config) use ($cache, $driver): Repository {
                    /** @var Config $config */
                    return $cache->repository((new Stores($app))->make($driver, $config), $config);
                };
                $cache->extend("lyo-$driver", $make);
                $cache->extend($driver, fn(Application $app, array $config): Repository => isset($config['writes']) ? $make($app, $config) : $others->setApplication($app)->build($config));
            }
        });
    }
}
