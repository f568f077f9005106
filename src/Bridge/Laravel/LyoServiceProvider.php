<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Laravel;

use Illuminate\Cache\CacheManager;
use Illuminate\Config\Repository as Settings;
use Illuminate\Contracts\Cache\Repository;
use Illuminate\Contracts\Foundation\Application;
use Illuminate\Support\ServiceProvider;

use function array_map;
use function in_array;
use function is_array;
use function is_string;

/**
 * Replaces those cache stores of Laravel's drivers "redis", "database" and "file" that have the setting "writes", and makes sessions that
 * read every format. All other stores stay those of Laravel. If this provider is removed, all stores are Laravel's again, because Laravel
 * ignores settings that it does not know. "lyo-redis", "lyo-database" and "lyo-file" name the same drivers directly.
 *
 * Until a setting says so, everything is written as before.
 *
 * @phpstan-import-type Config from Stores
 */
final class LyoServiceProvider extends ServiceProvider
{
    private const DRIVERS = ['redis', 'database', 'file'];

    public function register(): void
    {
        $this->app->singleton('session', static fn(Application $app): SessionManager => new SessionManager($app));
        $this->callAfterResolving('cache', static function (CacheManager $cache): void {
            $others = clone $cache; // it has Laravel's drivers, and those that other packages have added before
            foreach (self::DRIVERS as $driver) {
                // These closures are not static, because Laravel binds them to the manager.
                $make = function (Application $app, array $config) use ($cache, $driver): Repository {
                    /** @var Config $config */
                    return $cache->repository((new Stores($app))->make($driver, $config), $config);
                };
                $cache->extend("lyo-$driver", $make);
                $cache->extend($driver, fn(Application $app, array $config): Repository => isset($config['writes']) ? $make($app, $config) : $others->setApplication($app)->build($config));
            }
        });
    }

    /** A setting without an effect is told to who runs artisan, and not with each request. */
    public function boot(Settings $config): void
    {
        if (!$this->app->runningInConsole()) {
            return;
        }
        $stores = $config->get('cache.stores');
        foreach (is_array($stores) ? $stores : [] as $name => $store) {
            $driver = is_array($store) && isset($store['writes']) ? $store['driver'] ?? null : null;
            if (is_string($driver) && !in_array($driver, [...self::DRIVERS, ...array_map(static fn(string $ours): string => "lyo-$ours", self::DRIVERS)], true)) {
                Stores::logger($this->app)?->warning('"writes" of the cache store "{store}" has no effect: its driver is {driver}', ['store' => $name, 'driver' => $driver]);
            }
        }
    }
}
