<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Laravel;

use Illuminate\Cache\FileStore as LaravelFileStore;
use Illuminate\Config\Repository;
use Illuminate\Contracts\Cache\Store;
use Illuminate\Contracts\Container\Container;
use Illuminate\Contracts\Foundation\Application;
use Illuminate\Contracts\Redis\Factory;
use Illuminate\Database\ConnectionResolverInterface;
use Illuminate\Filesystem\Filesystem;
use InvalidArgumentException;
use LogicException;
use Lyo\Bridge\Packer;
use Lyo\Bridge\Settings;
use Psr\Log\LoggerInterface;
use SensitiveParameter;

use function is_string;
use function method_exists;

/**
 * Makes cache stores from entries of "cache.stores". Settings and defaults are those of Laravel's drivers.
 *
 * @internal
 *
 * @phpstan-type Config array{
 *     connection?: string|null, lock_connection?: string|null, prefix?: string|null,
 *     table: string, lock_table?: string, lock_lottery?: array{int, int}, lock_timeout?: int,
 *     path: string, lock_path?: string|null, permission?: int|null,
 *     writes?: mixed, sign?: mixed, ...
 * }
 */
final class Stores
{
    public function __construct(private readonly Application $app) {}

    /**
     * @param string $driver name of Laravel's driver: redis, database or file
     * @param Config $config
     */
    public function make(string $driver, #[SensitiveParameter] array $config): Store
    {
        return match ($driver) {
            'redis' => $this->redis($config),
            'database' => $this->database($config),
            'file' => $this->file($config),
            default => throw new LogicException("The driver \"$driver\" has no counterpart"),
        };
    }

    /** @param Config $config */
    private function redis(#[SensitiveParameter] array $config): RedisStore
    {
        $connection = $config['connection'] ?? 'default';
        $store = new RedisStore($this->app->make(Factory::class), $this->prefix($config), $connection);
        $store->setLockConnection($config['lock_connection'] ?? $connection);
        return $store->setPacker($this->packer($config));
    }

    /** @param Config $config */
    private function database(#[SensitiveParameter] array $config): DatabaseStore
    {
        $databases = $this->app->make(ConnectionResolverInterface::class);
        $connection = $config['connection'] ?? null;
        $store = new DatabaseStore(
            $databases->connection($connection),
            $config['table'],
            $this->prefix($config),
            $config['lock_table'] ?? 'cache_locks',
            $config['lock_lottery'] ?? [2, 100],
            $config['lock_timeout'] ?? 86400,
        );
        $store->setLockConnection($databases->connection($config['lock_connection'] ?? $connection));
        return $store->setPacker($this->packer($config, misses: true));
    }

    /** @param Config $config */
    private function file(#[SensitiveParameter] array $config): FileStore
    {
        // @phpstan-ignore function.alreadyNarrowedType (Laravel 11 does not have this method. It would delete every item in lyo as damaged.)
        if (!method_exists(LaravelFileStore::class, 'unserialize')) {
            throw new LogicException('This version of Laravel has no way to read other formats from a store of files');
        }
        if (isset($config['sign'])) { // what add() and locks write has no signature and could not be read
            throw new InvalidArgumentException('A store of files cannot be signed: some of its files are written by Laravel itself');
        }
        $store = new FileStore($this->app->make(Filesystem::class), $config['path'], $config['permission'] ?? null);
        $store->setLockDirectory($config['lock_path'] ?? null);
        return $store->setPacker($this->packer($config));
    }

    /**
     * @param Config $config
     * @param bool $misses whether plain Laravel misses what it cannot read in this store
     */
    private function packer(#[SensitiveParameter] array $config, bool $misses = false): Packer
    {
        return Settings::packer(['classes' => $this->configuration()->get('cache.serializable_classes')] + $config, self::logger($this->app), misses: $misses);
    }

    public static function logger(Container $app): ?LoggerInterface
    {
        $logger = $app->bound('log') ? $app->make('log') : null;
        return $logger instanceof LoggerInterface ? $logger : null;
    }

    /** @param Config $config */
    private function prefix(array $config): string
    {
        $prefix = $config['prefix'] ?? $this->configuration()->get('cache.prefix');
        return is_string($prefix) ? $prefix : '';
    }

    private function configuration(): Repository
    {
        return $this->app->make(Repository::class);
    }
}
