<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Cache;

use Illuminate\Cache\DatabaseStore as LaravelDatabaseStore;
use Illuminate\Cache\DynamoDbStore as LaravelDynamoDbStore;
use Illuminate\Cache\FileStore as LaravelFileStore;
use Illuminate\Cache\MemcachedStore as LaravelMemcachedStore;
use Illuminate\Cache\RedisStore as LaravelRedisStore;
use Illuminate\Cache\StorageStore as LaravelStorageStore;
use Illuminate\Contracts\Cache\Store;
use InvalidArgumentException;
use Lyo\Laravel\Settings;
use SensitiveParameter;

/**
 * Puts our stores in the place of Laravel's.
 *
 * @internal
 */
final class Stores
{
    public const DRIVERS = ['redis', 'database', 'file', 'memcached', 'dynamodb', 'storage'];

    public function __construct(private readonly Settings $settings) {}

    /**
     * Returns our counterpart of a store. A store of another class, which another package has made, is returned as it is.
     *
     * @param  array<mixed>  $config  its entry in config/cache.php
     *
     * @throws InvalidArgumentException if a setting is wrong
     */
    public function ours(Store $made, #[SensitiveParameter] array $config): Store
    {
        return $this->settings->writes($config) === null ? $made : match ($made::class) {
            LaravelRedisStore::class => RedisStore::adopt($made)->setPacker($this->settings->packer($config, $this->settings->classes())),
            LaravelFileStore::class => FileStore::adopt($made)->setPacker($this->settings->packer($this->unsigned($config, 'its items are written by Laravel itself in part'), $this->settings->classes())),
            LaravelStorageStore::class => StorageStore::adopt($made)->setPacker($this->settings->packer($config, $this->settings->classes())),
            LaravelDynamoDbStore::class => DynamoDbStore::adopt($made)->setPacker($this->settings->packer($config, $this->settings->classes())),
            LaravelMemcachedStore::class => MemcachedStore::adopt($made)->setPacker($this->settings->packer($this->unsigned($config, 'php-memcached unserializes by itself'))), // Laravel knows no classes there
            LaravelDatabaseStore::class => $this->database($made, $config),
            default => $made,
        };
    }

    /**
     * @param  array<mixed>  $config
     */
    private function database(LaravelDatabaseStore $made, #[SensitiveParameter] array $config): DatabaseStore
    {
        $store = DatabaseStore::adopt($made);
        if (filter_var($config['binary_columns'] ?? $this->settings->flag('binary_columns'), FILTER_VALIDATE_BOOL)) {
            $store->useBinaryColumn();
        }

        return $store->setPacker($this->settings->packer($config, $this->settings->classes(), misses: true));
    }

    /**
     * @param  array<mixed>  $config
     * @return array<mixed>
     */
    private function unsigned(#[SensitiveParameter] array $config, string $why): array
    {
        if (isset($config['sign']) || ! array_key_exists('sign', $config) && $this->settings->get('lyo.sign') !== null) {
            $name = is_string($config['store'] ?? null) ? $config['store'] : '';
            throw new InvalidArgumentException("The cache store \"$name\" cannot be signed, because $why. Set its \"sign\" to null.");
        }

        return $config;
    }
}
