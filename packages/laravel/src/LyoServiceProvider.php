<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel;

use Illuminate\Cache\CacheManager;
use Illuminate\Cache\Repository;
use Illuminate\Contracts\Foundation\Application;
use Illuminate\Foundation\Console\AboutCommand;
use Illuminate\Queue\CallQueuedHandler as LaravelQueuedHandler;
use Illuminate\Queue\Connectors\ConnectorInterface;
use Illuminate\Queue\Console\RetryCommand as LaravelRetryCommand;
use Illuminate\Queue\QueueManager;
use Illuminate\Session\SessionManager as LaravelSessionManager;
use Illuminate\Support\ServiceProvider;
use Lyo\Laravel\Cache\Stores;
use Lyo\Laravel\Console\ConvertCommand;
use Lyo\Laravel\Console\StatCommand;
use Lyo\Laravel\Console\StatusCommand;
use Lyo\Laravel\Queue\CallQueuedHandler;
use Lyo\Laravel\Queue\Connector;
use Lyo\Laravel\Queue\PackedJob;
use Lyo\Laravel\Queue\RetryCommand;
use Lyo\Laravel\Session\SessionManager;

/**
 * Puts our cache stores, sessions and queues in the place of Laravel's. What another package has put there stays. Without this provider
 * everything is Laravel's again.
 */
final class LyoServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->mergeConfigFrom(__DIR__.'/../config/lyo.php', 'lyo');
        $this->app->extend('session', static fn (object $manager): object => $manager instanceof LaravelSessionManager && $manager::class === LaravelSessionManager::class ? SessionManager::adopt($manager) : $manager);
        $this->callAfterResolving('cache', $this->caches(...));
        $this->queues();
    }

    public function boot(): void
    {
        if (! $this->app->runningInConsole()) {
            return;
        }
        $this->publishes([__DIR__.'/../config/lyo.php' => $this->app->configPath('lyo.php')], 'lyo-config');
        $this->publishesMigrations([__DIR__.'/../database/migrations' => $this->app->databasePath('migrations')], 'lyo-migrations');
        $this->commands([StatusCommand::class, StatCommand::class, ConvertCommand::class]);
        AboutCommand::add('Lyo', fn (): array => $this->app->make(Status::class)->summary());
    }

    /**
     * A later package that extends the same drivers wins, and lyo:status says so. What an earlier one made is asked for with the copy.
     */
    private function caches(CacheManager $cache): void
    {
        $before = clone $cache;
        foreach (Stores::DRIVERS as $driver) {
            $cache->extend($driver, function (Application $app, array $config) use ($before): mixed {
                /** @var mixed $made what another package makes may have a class of its own */
                $made = $before->setApplication($app)->build($config);

                return $made instanceof Repository ? $made->setStore((new Stores(new Settings($app)))->ours($made->getStore(), $config)) : $made;
            });
        }
    }

    private function queues(): void
    {
        $this->app->singleton(PackedJob::class, static fn (Application $app): PackedJob => new PackedJob((new Settings($app))->queue()));
        $this->app->bind(LaravelQueuedHandler::class, CallQueuedHandler::class);
        $this->app->extend(LaravelRetryCommand::class, static fn (object $command): object => $command::class === LaravelRetryCommand::class ? new RetryCommand : $command);
        $this->callAfterResolving('queue', static function (QueueManager $queues, Application $app): void {
            $jobs = $app->make(PackedJob::class);
            foreach ($jobs->writes() ? ['database', 'redis'] : [] as $driver) {
                /** @var ConnectorInterface $connector */
                $connector = (fn (): mixed => $this->getConnector($driver))->call($queues);
                $queues->addConnector($driver, static fn (): Connector => new Connector($connector, $jobs));
            }
        });
    }
}
