<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel;

use Illuminate\Cache\CacheManager;
use Illuminate\Cache\RedisStore as LaravelRedisStore;
use Illuminate\Cache\Repository;
use Illuminate\Contracts\Container\Container;
use Illuminate\Redis\Connections\PhpRedisConnection;
use Illuminate\Session\SessionManager as LaravelSessionManager;
use Lyo\Laravel\Cache\DatabaseStore;
use Lyo\Laravel\Cache\DynamoDbStore;
use Lyo\Laravel\Cache\FileStore;
use Lyo\Laravel\Cache\MemcachedStore;
use Lyo\Laravel\Cache\RedisStore;
use Lyo\Laravel\Cache\StorageStore;
use Lyo\Laravel\Cache\Stores;
use Lyo\Laravel\Session\EncryptedSessionStore;
use Lyo\Laravel\Session\SessionStore;
use Throwable;

/**
 * What Lyo does in this application and this process.
 *
 * @internal
 */
final class Status
{
    public function __construct(private readonly Container $app, private readonly Settings $settings) {}

    /**
     * @return array<string, string>
     */
    public function summary(): array
    {
        $default = $this->settings->get('cache.default');
        $default = is_string($default) ? $default : '';
        $writes = $this->settings->get('lyo.writes');

        return [
            'Extension lyo' => ini_get('lyo.max_depth') !== false ? (string) phpversion('lyo') : 'not loaded',
            'LYO_WRITES' => is_string($writes) ? $writes : 'null: all is left to Laravel',
            "Cache \"$default\" is written as" => $this->store($default)['writes'],
            'Sessions are written as' => $this->session(),
            'Queued jobs are written as' => $this->settings->queue()->writes->value ?? 'native',
        ];
    }

    /**
     * @return list<array{name: string, driver: string, writes: string, hint: string}>
     */
    public function stores(): array
    {
        $stores = $this->settings->get('cache.stores');

        return array_map(fn (string|int $name): array => $this->store((string) $name), array_keys(is_array($stores) ? $stores : []));
    }

    /**
     * @return array{name: string, driver: string, writes: string, hint: string}
     */
    private function store(string $name): array
    {
        $config = $this->settings->get("cache.stores.$name");
        $config = is_array($config) ? $config : [];
        $driver = is_string($config['driver'] ?? null) ? $config['driver'] : '';
        $of = ['name' => $name, 'driver' => $driver];
        if (! in_array($driver, Stores::DRIVERS, true)) {
            return $of + ['writes' => '-', 'hint' => isset($config['writes']) ? '"writes" has no effect with this driver' : ''];
        }
        if ($this->settings->writes($config) === null) {
            return $of + ['writes' => '-', 'hint' => 'left to Laravel: "writes" is null'];
        }
        try {
            $repository = $this->app->make(CacheManager::class)->store($name);
            $store = $repository instanceof Repository ? $repository->getStore() : $repository;
            if (! $store instanceof RedisStore && ! $store instanceof DatabaseStore && ! $store instanceof FileStore && ! $store instanceof StorageStore && ! $store instanceof MemcachedStore && ! $store instanceof DynamoDbStore) {
                return $of + ['writes' => '-', 'hint' => 'made by another package: '.$store::class];
            }
            if ($store instanceof LaravelRedisStore && ($connection = $store->connection()) instanceof PhpRedisConnection && $connection->serialized()) {
                return $of + ['writes' => '-', 'hint' => 'phpredis serializes by itself: take "serializer" out of the options in config/database.php, on all hosts at once; what it has written is read'];
            }
            $format = $store->packer()->writes->value ?? 'native';

            return $of + ['writes' => $format, 'hint' => match (true) {
                $format === 'native' => $this->why($config),
                $store instanceof DatabaseStore && ! $store->holdsBytes() => 'in Base64; a binary column takes less: "php artisan vendor:publish --tag=lyo-migrations"',
                default => '',
            }];
        } catch (Throwable $e) {
            return $of + ['writes' => '?', 'hint' => $e->getMessage()];
        }
    }

    /**
     * Says why "auto" writes native.
     *
     * @param  array<mixed>  $config
     */
    private function why(array $config): string
    {
        return match (true) {
            $this->settings->writes($config) !== 'auto' => '',
            ini_get('lyo.max_depth') === false => 'the extension is not loaded',
            default => 'until LYO_EVERY_HOST_READS=true',
        };
    }

    private function session(): string
    {
        $serialization = $this->settings->get('session.serialization');
        $native = $serialization === 'json' ? 'JSON' : 'native';
        try {
            $session = $this->app->make(LaravelSessionManager::class)->driver();
        } catch (Throwable $e) {
            return '?: '.$e->getMessage();
        }
        if (! $session instanceof SessionStore && ! $session instanceof EncryptedSessionStore) {
            return '-, made by another package: '.get_debug_type($session);
        }
        $format = $session->packer()->writes->value ?? 'native';

        return $format === 'native' ? $native : $format;
    }
}
