<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Laravel;

use Illuminate\Config\Repository;
use Illuminate\Contracts\Container\Container;
use Illuminate\Contracts\Foundation\Application;
use Illuminate\Contracts\Redis\Factory;
use Illuminate\Database\ConnectionResolverInterface;
use Illuminate\Filesystem\Filesystem;
use InvalidArgumentException;
use Lyo\Bridge\Packer;
use Lyo\Bridge\Settings;
use Psr\Log\LoggerInterface;

use function is_array;
use function is_int;
use function is_string;

/**
 * Makes the stores from entries of "cache.stores".
 *
 * @internal
 */
final class Stores
{
    public function __construct(private readonly Application $app) {}

    /** @param array<mixed> $config */
    public function redis(array $config): RedisStore
    {
        $connection = self::text($config, 'connection', 'default');
        $store = new RedisStore($this->app->make(Factory::class), $this->prefix($config), $connection, $this->packer($config));
        $store->setLockConnection(self::text($config, 'lock_connection', $connection));
        return $store;
    }

    /** @param array<mixed> $config */
    public function database(array $config): DatabaseStore
    {
        $databases = $this->app->make(ConnectionResolverInterface::class);
        $lottery = $config['lock_lottery'] ?? null;
        $timeout = $config['lock_timeout'] ?? null;
        $store = new DatabaseStore(
            $databases->connection(self::name($config, 'connection')),
            self::text($config, 'table', 'cache'),
            $this->prefix($config),
            $this->packer($config),
            self::text($config, 'lock_table', 'cache_locks'),
            is_array($lottery) && is_int($lottery[0] ?? null) && is_int($lottery[1] ?? null) ? [$lottery[0], $lottery[1]] : [2, 100],
            is_int($timeout) ? $timeout : 86400,
        );
        $store->setLockConnection($databases->connection(self::name($config, 'lock_connection') ?? self::name($config, 'connection')));
        return $store;
    }

    /** @param array<mixed> $config */
    public function file(array $config): FileStore
    {
        $permission = $config['permission'] ?? null;
        $path = self::name($config, 'path') ?? throw new InvalidArgumentException('A store of files needs a "path"');
        $store = new FileStore($this->app->make(Filesystem::class), $path, is_int($permission) ? $permission : null, $this->packer($config));
        $store->setLockDirectory(self::name($config, 'lock_path'));
        return $store;
    }

    /** @param array<mixed> $config */
    private function packer(array $config): Packer
    {
        return Settings::packer(['classes' => $this->configuration()->get('cache.serializable_classes')] + $config, self::logger($this->app));
    }

    public static function logger(Container $app): ?LoggerInterface
    {
        $logger = $app->bound('log') ? $app->make('log') : null;
        return $logger instanceof LoggerInterface ? $logger : null;
    }

    /** @param array<mixed> $config */
    private function prefix(array $config): string
    {
        $prefix = $config['prefix'] ?? $this->configuration()->get('cache.prefix');
        return is_string($prefix) ? $prefix : '';
    }

    private function configuration(): Repository
    {
        return $this->app->make(Repository::class);
    }

    /** @param array<mixed> $config */
    private static function text(array $config, string $name, string $default): string
    {
        return self::name($config, $name) ?? $default;
    }

    /** @param array<mixed> $config */
    private static function name(array $config, string $name): ?string
    {
        $value = $config[$name] ?? null;
        return is_string($value) ? $value : null;
    }
}
