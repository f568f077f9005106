<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Laravel's cache stores and sessions with our service provider; started by tests/Bridge/run.php.

declare(strict_types=1);

use Illuminate\Foundation\Application;
use Lyo\Tests\Bridge\BridgeChecks;
use Lyo\Tests\Bridge\Laravel\Promises;
use Lyo\Tests\Bridge\Laravel\Race;
use Lyo\Tests\Bridge\Laravel\Rows;
use Lyo\Tests\Bridge\Laravel\Sessions;
use Lyo\Tests\Bridge\Laravel\Site;
use Lyo\Tests\Bridge\Laravel\Store;
use Lyo\Tests\Bridge\Servers;
use Lyo\Tests\Bridge\Values;

require __DIR__ . '/../load.php';
require __DIR__ . '/../../../corpus/applications/laravel/src/polyfill.php';

ini_set('precision', '17'); // Laravel turns floats into text for Redis
$trial = new BridgeChecks(sprintf('laravel/framework %s, %s', Application::VERSION, getenv('BRIDGE_WITH') ?: ''));
$folder = Servers::folder('laravel');
$connections = [];
if (extension_loaded('pdo_sqlite')) {
    touch("$folder/site.sqlite");
    $connections['SQLite'] = ['driver' => 'sqlite', 'database' => "$folder/site.sqlite", 'synchronous' => 'off'];
}
if (Servers::mariadb() !== null && extension_loaded('pdo_mysql')) {
    preg_match('/unix_socket=([^;]+)/', Servers::mariadb(), $socket);
    $connections['MariaDB'] = ['driver' => 'mysql', 'unix_socket' => $socket[1] ?? '', 'database' => 'test', 'username' => 'root', 'password' => '', 'charset' => 'utf8mb4', 'strict' => true];
}
$clients = Servers::redis() === null ? [] : [...extension_loaded('redis') ? ['phpredis'] : [], 'predis'];
$make = static fn(bool $bridge, array $settings = [], string $client = 'predis'): Site => new Site($folder, $client, Servers::redis(), $connections, $bridge, $settings);

$site = $make(true);
$file = static fn(string $key): string => "$folder/cache/" . substr($hash = sha1($key), 0, 2) . '/' . substr($hash, 2, 2) . "/$hash";
$stores = [new Store(
    'file',
    $site,
    ['driver' => 'file', 'path' => "$folder/cache"],
    static fn(string $key): string => substr((string) @file_get_contents($file($key)), 10),
    static function (string $key, string $bytes) use ($file): void {
        file_put_contents($file($key), (time() + 3600) . $bytes);
    },
)];
foreach (array_keys($connections) as $connection) {
    $site->makeTables($connection);
    $table = static fn(string $key) => $site->database($connection)->table('cache')->where('key', "site:$key");
    $stores[] = new Store(
        "database, $connection",
        $site,
        ['driver' => 'database', 'connection' => $connection, 'table' => 'cache'],
        static function (string $key) use ($table): string {
            $text = $table($key)->value('value');
            $text = is_string($text) ? $text : '';
            return base64_decode($text, true) ?: $text;
        },
        static function (string $key, string $bytes) use ($site, $connection): void {
            $site->database($connection)->table('cache')->upsert([['key' => "site:$key", 'value' => base64_encode($bytes), 'expiration' => time() + 3600]], 'key');
        },
    );
}
foreach ($clients as $client) {
    $other = $make(true, [], $client);
    $redis = $other->redis();
    $stores[] = new Store(
        "redis, $client",
        $other,
        ['driver' => 'redis', 'connection' => 'default'],
        static function (string $key) use ($redis): string {
            $bytes = $redis->command('get', ["site:$key"]);
            return is_string($bytes) ? $bytes : '';
        },
        static function (string $key, string $bytes) use ($redis): void {
            $redis->command('set', ["site:$key", $bytes]);
        },
    );
}
foreach ($stores as $store) {
    $without = match (true) {
        // Laravel keeps numbers as digits there, and gives them back as text.
        str_starts_with($store->name(), 'redis') => ['zero', 'int', 'float', 'whole-float', 'digits'],
        // Plain Laravel cannot put these into a text column.
        $store->name() === 'database, MariaDB' => ['bytes', 'looks-zlib'],
        default => [],
    };
    $trial->matrix($store, without: $without);
    $trial->mutations($store, without: $without);
    $numbers = ['zero', 'int', 'float', 'whole-float', 'digits'];
    // written as Laravel writes them, without a checksum
    $scalars = array_keys(array_filter(Values::small(), static fn(mixed $value): bool => $value === null || is_scalar($value)));
    $trial->damage($store, $scalars, $store === $stores[0] ? ['native', 'igbinary'] : []);
    $trial->oldCompression($store, [...$without, ...$numbers]);
    $trial->missingClasses($store);
    Promises::ofStore($trial, $store);
    Promises::ofSigned($trial, $store);
}
foreach (array_keys($connections) as $connection) {
    (new Rows($trial, $make(false), $make(true), $connection))->run();
}
Race::run($trial, 'file', static fn() => $make(true)->cache(['driver' => 'file', 'path' => "$folder/cache", 'writes' => 'lyo']));
Promises::ofFiles($trial, $stores[0], $file);
Promises::ofClasses($trial, $make, $folder);
Promises::ofLog($trial, $make, $folder, $file);
Promises::ofSettings($trial, $make, $folder);
Promises::ofPage($trial, $make, ['file', ...$connections === [] ? [] : ['database'], ...$clients === [] ? [] : ['redis']], $clients[0] ?? 'predis');
foreach ($clients === ['phpredis', 'predis'] ? ['phpredis'] : [] as $client) {
    Promises::ofClientsThatSerialize($trial, $make);
}
(new Sessions($trial, $make, array_keys($connections), $clients))->run();
exit($trial->end());
