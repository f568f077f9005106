<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Tests;

use Aws\DynamoDb\DynamoDbClient;
use Illuminate\Cache\Repository;
use Illuminate\Cache\StorageStore;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Bootstrap\HandleExceptions;
use Illuminate\Support\Facades\Facade;
use Lyo\Bridge\Packer;
use Lyo\Laravel\Tests\Support\Place;
use Lyo\Laravel\Tests\Support\Servers;
use Lyo\Laravel\Tests\Support\Site;
use Memcached;
use PDO;
use PHPUnit\Framework\TestCase;
use Predis\Client;

/**
 * Applications with this package, and plain ones, which share their stores. Laravel makes exceptions of warnings in all of them.
 */
abstract class ApplicationTestCase extends TestCase
{
    protected string $folder;

    protected function setUp(): void
    {
        $this->folder = sys_get_temp_dir().'/lyo-laravel-'.bin2hex(random_bytes(6));
        Site::create($this->folder);
    }

    protected function tearDown(): void
    {
        HandleExceptions::flushState($this);
        Facade::clearResolvedInstances();
        exec('rm -rf '.escapeshellarg($this->folder));
    }

    /**
     * @param  array<string, mixed>  $config
     */
    protected function application(array $config = [], bool $package = true): Application
    {
        return Site::application($this->folder, $config, $package);
    }

    /**
     * The cache of an application in a place.
     *
     * @param  array<string, mixed>  $config
     */
    protected function cache(Place $place, array $config = [], bool $package = true): Repository
    {
        $cache = $this->application($config + ['cache.stores.place' => $place->config] + $place->others, $package)->make('cache')->store('place');
        self::assertInstanceOf(Repository::class, $cache);

        return $cache;
    }

    protected function place(string $driver): Place
    {
        return match ($driver) {
            'file' => new Place(
                ['driver' => 'file', 'path' => "$this->folder/files"],
                fn (string $key): ?string => is_file($file = $this->file($key)) ? substr((string) file_get_contents($file), 10) : null,
                function (string $key, string $bytes): void {
                    @mkdir(dirname($this->file($key)), 0777, true);
                    file_put_contents($this->file($key), '9999999999'.$bytes);
                },
            ),
            'storage' => $this->disk(),
            'database' => $this->database(),
            'redis' => self::redis(),
            'memcached' => self::memcached(),
            'dynamodb' => self::dynamoDb(),
            default => self::fail("no place $driver"),
        };
    }

    private function file(string $key, string $folder = 'files', string $prefix = ''): string
    {
        $hash = sha1($prefix.$key);

        return "$this->folder/$folder/".substr($hash, 0, 2).'/'.substr($hash, 2, 2)."/$hash";
    }

    private function disk(): Place
    {
        if (! class_exists(StorageStore::class)) {
            self::markTestSkipped('Laravel 12 has no store of the driver "storage"');
        }

        return new Place(
            ['driver' => 'storage', 'disk' => 'place', 'path' => 'items'],
            fn (string $key): ?string => is_file($file = $this->file($key, 'disk/items', 'site:')) ? substr((string) file_get_contents($file), 10) : null,
            function (string $key, string $bytes): void {
                $file = $this->file($key, 'disk/items', 'site:');
                is_dir(dirname($file)) || mkdir(dirname($file), 0777, true);
                file_put_contents($file, '9999999999'.$bytes);
            },
            ['filesystems.disks.place' => ['driver' => 'local', 'root' => "$this->folder/disk"]],
        );
    }

    private function database(): Place
    {
        $pdo = new PDO("sqlite:$this->folder/site.sqlite", options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
        $pdo->exec('PRAGMA busy_timeout = 10000');
        // As Laravel's migrations make them.
        $pdo->exec('CREATE TABLE IF NOT EXISTS cache (key varchar NOT NULL PRIMARY KEY, value text NOT NULL, expiration integer NOT NULL)');
        $pdo->exec('CREATE TABLE IF NOT EXISTS cache_locks (key varchar NOT NULL PRIMARY KEY, owner varchar NOT NULL, expiration integer NOT NULL)');

        return new Place(
            ['driver' => 'database', 'connection' => null, 'table' => 'cache'],
            static function (string $key) use ($pdo): ?string {
                $found = $pdo->prepare('SELECT value FROM cache WHERE key = ?');
                $found->execute(["site:$key"]);
                $bytes = $found->fetchColumn();

                return is_string($bytes) ? $bytes : null;
            },
            static function (string $key, string $bytes) use ($pdo): void {
                $row = $pdo->prepare('INSERT OR REPLACE INTO cache VALUES (?, ?, ?)');
                $row->bindValue(1, "site:$key");
                $row->bindValue(2, $bytes, PDO::PARAM_LOB);
                $row->bindValue(3, time() + 3600);
                $row->execute();
            },
        );
    }

    private static function redis(): Place
    {
        $port = Servers::redis();
        $client = new Client(['host' => '127.0.0.1', 'port' => $port]);
        $client->flushall();

        return new Place(
            ['driver' => 'redis', 'connection' => 'default'],
            static fn (string $key): ?string => $client->get("site:$key"),
            static function (string $key, string $bytes) use ($client): void {
                $client->set("site:$key", $bytes);
            },
            ['database.redis.default' => ['host' => '127.0.0.1', 'port' => $port, 'database' => 0], 'database.redis.options.prefix' => ''],
        );
    }

    private static function memcached(): Place
    {
        if (! class_exists(Memcached::class)) {
            self::markTestSkipped('needs the extension memcached');
        }
        $client = new Memcached;
        $client->addServer('127.0.0.1', $port = Servers::memcached());
        $client->flush();

        return new Place(
            ['driver' => 'memcached', 'servers' => [['host' => '127.0.0.1', 'port' => $port, 'weight' => 100]]],
            static function (string $key) use ($client): ?string {
                $found = $client->get("site:$key", null, Memcached::GET_EXTENDED);

                return is_array($found) ? (is_string($found['value']) ? $found['value'] : serialize($found['value'])) : null;
            },
            static function (string $key, string $bytes) use ($client): void {
                $client->setOption(-1006, 0x4C79); // what MemcachedStore marks with
                $client->set("site:$key", $bytes);
            },
        );
    }

    private static function dynamoDb(): Place
    {
        $config = ['region' => 'us-east-1', 'endpoint' => Servers::dynamoDb()];
        $client = new DynamoDbClient($config + ['version' => 'latest', 'credentials' => ['key' => 'key', 'secret' => 'secret']]);
        $table = 'cache'.bin2hex(random_bytes(4));
        $client->createTable([
            'TableName' => $table,
            'AttributeDefinitions' => [['AttributeName' => 'key', 'AttributeType' => 'S']],
            'KeySchema' => [['AttributeName' => 'key', 'KeyType' => 'HASH']],
            'BillingMode' => 'PAY_PER_REQUEST',
        ]);
        $client->waitUntil('TableExists', ['TableName' => $table, '@waiter' => ['delay' => 0.05, 'initialDelay' => 0.01]]);

        return new Place(
            ['driver' => 'dynamodb', 'key' => 'key', 'secret' => 'secret', 'table' => $table] + $config,
            static function (string $key) use ($client, $table): ?string {
                $item = $client->getItem(['TableName' => $table, 'ConsistentRead' => true, 'Key' => ['key' => ['S' => "site:$key"]]])['Item'];
                $value = is_array($item) && is_array($item['value'] ?? null) ? current($item['value']) : null;

                return is_string($value) ? $value : null;
            },
            static function (string $key, string $bytes) use ($client, $table): void {
                $client->putItem(['TableName' => $table, 'Item' => ['key' => ['S' => "site:$key"], 'value' => ['B' => $bytes], 'expires_at' => ['N' => (string) (time() + 3600)]]]);
            },
        );
    }

    /**
     * @return array<string, array{string}>
     */
    public static function drivers(): array
    {
        $drivers = ['file', 'storage', 'database', 'redis', 'memcached', 'dynamodb'];

        return array_combine($drivers, array_map(static fn (string $driver): array => [$driver], $drivers));
    }

    /**
     * What "auto" writes here.
     */
    protected static function automatic(): string
    {
        return (new Packer('auto'))->writes->value ?? '';
    }

    /**
     * @return list<string> the lines of Laravel's log
     */
    protected function log(): array
    {
        $file = "$this->folder/storage/logs/laravel.log";

        return is_file($file) ? array_values(array_filter(explode("\n", (string) file_get_contents($file)), static fn (string $line): bool => preg_match('/^\[\d{4}-/', $line) === 1)) : [];
    }
}
