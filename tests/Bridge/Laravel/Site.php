<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Laravel;

use Closure;
use Illuminate\Cache\CacheManager;
use Illuminate\Cache\CacheServiceProvider;
use Illuminate\Cache\Repository as Cache;
use Illuminate\Config\Repository as Config;
use Illuminate\Cookie\CookieServiceProvider;
use Illuminate\Database\Connection;
use Illuminate\Database\DatabaseManager;
use Illuminate\Database\DatabaseServiceProvider;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Encryption\EncryptionServiceProvider;
use Illuminate\Events\EventServiceProvider;
use Illuminate\Filesystem\FilesystemServiceProvider;
use Illuminate\Foundation\Application;
use Illuminate\Redis\Connections\Connection as RedisConnection;
use Illuminate\Redis\RedisManager;
use Illuminate\Redis\RedisServiceProvider;
use Illuminate\Session\SessionManager;
use Illuminate\Session\SessionServiceProvider;
use Illuminate\Session\Store;
use Lyo\Laravel\LyoServiceProvider;
use Psr\Log\AbstractLogger;
use Psr\Log\LoggerInterface;
use RuntimeException;

/** A Laravel application with caches and sessions, with our service provider or without. */
final class Site
{
    public readonly Application $app;
    /** @var list<string> */
    public array $log = [];

    /**
     * @param array<string, mixed> $connections of databases
     * @param array<mixed> $settings "cache.serializable_classes" and the like
     */
    public function __construct(public readonly string $folder, string $client, ?int $redis, array $connections, bool $bridge, array $settings = [])
    {
        $this->app = new Application($folder);
        $config = new Config([
            'app' => ['key' => str_repeat('k', 32), 'cipher' => 'aes-256-cbc'],
            'cache' => ['default' => 'file', 'prefix' => 'site:', 'stores' => ['file' => ['driver' => 'file', 'path' => "$folder/cache"]]],
            'database' => [
                'default' => array_key_first($connections), 'connections' => $connections,
                'redis' => ['client' => $client, 'options' => ['prefix' => 'laravel:'], 'default' => ['host' => '127.0.0.1', 'port' => $redis]],
            ],
            'lyo' => ['writes' => null], // the stores that have "writes" are ours, the others Laravel's
            'session' => ['driver' => 'file', 'lifetime' => 120, 'expire_on_close' => false, 'encrypt' => false, 'files' => "$folder/sessions", 'table' => 'sessions', 'cookie' => 'site', 'path' => '/', 'domain' => null, 'secure' => false],
        ]);
        foreach ($settings as $name => $value) {
            $config->set((string) $name, $value);
        }
        $this->app->instance('config', $config);
        $this->app->instance('log', $this->logger());
        $providers = [EventServiceProvider::class, FilesystemServiceProvider::class, DatabaseServiceProvider::class, EncryptionServiceProvider::class,
            RedisServiceProvider::class, CookieServiceProvider::class, CacheServiceProvider::class, SessionServiceProvider::class];
        foreach ($bridge ? [...$providers, LyoServiceProvider::class] : $providers as $provider) {
            $this->app->register($provider);
        }
        $this->app->boot();
        $this->app->instance('auth.driver', new Visitor()); // sessions in a database say whose they are
        if (!is_dir("$folder/sessions")) {
            mkdir("$folder/sessions");
        }
    }

    /** @param array<string, mixed> $config */
    public function cache(array $config): Cache
    {
        return $this->manager()->build($config);
    }

    public function manager(): CacheManager
    {
        return $this->app->make(CacheManager::class);
    }

    public function database(string $connection): Connection
    {
        return $this->app->make(DatabaseManager::class)->connection($connection);
    }

    public function redis(): RedisConnection
    {
        return $this->app->make(RedisManager::class)->connection();
    }

    public function session(): Store
    {
        $session = $this->app->make(SessionManager::class)->driver();
        return $session instanceof Store ? $session : throw new RuntimeException('no session of Laravel');
    }

    /** The tables of Laravel's own migrations. */
    public function makeTables(string $connection): void
    {
        $schema = $this->database($connection)->getSchemaBuilder();
        foreach (['cache' => 'value', 'cache_locks' => 'owner', 'sessions' => 'payload'] as $table => $column) {
            $schema->dropIfExists($table);
            $schema->create($table, static function (Blueprint $blueprint) use ($table): void {
                $blueprint->string($table === 'sessions' ? 'id' : 'key')->primary();
                match ($table) {
                    'cache' => $blueprint->mediumText('value'),
                    'cache_locks' => $blueprint->string('owner'),
                    default => $blueprint->longText('payload'),
                };
                if ($table === 'sessions') {
                    $blueprint->string('user_id')->nullable();
                    $blueprint->string('ip_address')->nullable();
                    $blueprint->text('user_agent')->nullable();
                }
                $blueprint->bigInteger($table === 'sessions' ? 'last_activity' : 'expiration');
            });
        }
    }

    private function logger(): LoggerInterface
    {
        return new class (function (string $line): void {
            $this->log[] = $line;
        }) extends AbstractLogger {
            /** @param Closure(string): void $tell */
            public function __construct(private readonly Closure $tell) {}

            public function log($level, string|\Stringable $message, array $context = []): void
            {
                ($this->tell)((string) $message);
            }
        };
    }
}
