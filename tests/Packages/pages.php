<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// What a page of Laravel costs: plain, with phpredis' own serializer, and with lyo/laravel. The table in the README of the package is from here.
//
//   BUILD=build php tests/Packages/pages.php [REQUESTS]      it needs valgrind, redis-server and mariadbd

declare(strict_types=1);

use Lyo\Tests\Packages\Composer;
use Lyo\Tests\Packages\PageServer;
use Lyo\Tests\Packages\Process;

require dirname(__DIR__, 2) . '/vendor/autoload.php';

$requests = (int) ($argv[1] ?? 20);
$extension = realpath(getenv('BUILD') ?: 'build') . '/lyo.so';
$folder = sys_get_temp_dir() . '/lyo-pages-' . getmypid();
mkdir($folder, 0700);
$composer = new Composer($folder);
$redis = Process::address();
$started = [proc_open(['redis-server', '--port', (string) substr((string) strrchr($redis, ':'), 1), '--bind', '127.0.0.1', '--save', ''], [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']], $pipes)];
Process::run("mariadb-install-db --no-defaults --datadir=$folder/mariadb --auth-root-authentication-method=normal --skip-test-db", $folder);
$mariadb = proc_open(['mariadbd', '--no-defaults', '--user=root', "--datadir=$folder/mariadb", "--socket=$folder/mariadb.sock", '--skip-networking', '--innodb-flush-log-at-trx-commit=0'], [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']], $pipes);
$started[] = $mariadb;
Process::await($redis);
for ($attempt = 0; $attempt < 600 && !file_exists("$folder/mariadb.sock"); $attempt++) {
    usleep(50_000);
}
$stop = static function () use ($started, $composer, $folder): void {
    $composer->stop();
    foreach ($started as $process) {
        if ($process !== false) {
            proc_terminate($process, 9);
            proc_close($process);
        }
    }
    exec('rm -rf ' . escapeshellarg($folder));
};
register_shutdown_function($stop);

Process::run('composer create-project "laravel/laravel:13.*" plain', $folder, $composer->environment);
file_put_contents("$folder/plain/routes/web.php", (string) file_get_contents(__DIR__ . '/bench.laravel.php.txt'), FILE_APPEND);
Process::run('cp -a plain ours && cd ours && composer require lyo/laravel', $folder, $composer->environment);

$sqlite = ['CACHE_STORE' => 'database'];
$inRedis = ['CACHE_STORE' => 'redis', 'REDIS_CLIENT' => 'phpredis', 'REDIS_HOST' => '127.0.0.1', 'REDIS_PORT' => substr((string) strrchr($redis, ':'), 1)];
$inMariadb = ['CACHE_STORE' => 'database', 'DB_CONNECTION' => 'mariadb', 'DB_SOCKET' => "$folder/mariadb.sock", 'DB_USERNAME' => 'root', 'DB_PASSWORD' => ''];
$every = ['LYO_EVERY_HOST_READS' => 'true'];
/** The first of each store is what the others are compared with. @var array<string, array<string, array{string, array<string, string>, bool}>> $variants */
$variants = [
    'Redis' => [
        'plain' => ['plain', $inRedis, false],
        'igbinary of phpredis' => ['plain', $inRedis + ['SERIALIZER' => '2'], false],
        'auto' => ['ours', $inRedis + $every, true],
        'auto, no extension' => ['ours', $inRedis + $every, false],
    ],
    'database, SQLite' => [
        'plain' => ['plain', $sqlite, false],
        'auto' => ['ours', $sqlite, true],
        'auto, no extension' => ['ours', $sqlite, false],
    ],
    'database, MariaDB' => [
        'plain' => ['plain', $inMariadb, false],
        'auto, text column' => ['ours', $inMariadb, true],
        'auto, binary column' => ['ours', $inMariadb + ['LYO_BINARY_COLUMNS' => 'true'], true],
    ],
];
printf("PHP %s, Laravel 13, load %s, callgrind: %d requests after 3 others; CPU: %d rounds of 5 requests in turn\n", PHP_VERSION, implode(' ', array_map(static fn(float $load): string => sprintf('%.1f', $load), sys_getloadavg() ?: [])), $requests, $requests);
foreach ($variants as $store => $heads) {
    $servers = $results = [];
    foreach ($heads as $name => [$app, $variables, $loaded]) {
        $own = strtolower((string) preg_replace('/\W+/', '_', "$store $name"));
        isset($variables['DB_SOCKET']) && (new PDO("mysql:unix_socket={$variables['DB_SOCKET']}", 'root', ''))->exec("CREATE DATABASE $own");
        $variables += ['CACHE_PREFIX' => "$own:"] + (isset($variables['DB_SOCKET']) ? ['DB_DATABASE' => $own] : []);
        $servers[$name] = new PageServer("$folder/$app", "$folder/$own", $variables, $loaded ? $extension : null, $composer->environment, str_contains($name, 'binary column'));
        $results[$name] = $servers[$name]->warm() + ['instructions' => $servers[$name]->instructions($requests)];
    }
    foreach ($servers as $server) {
        $server->start();
    }
    $cpu = array_fill_keys(array_keys($heads), []);
    for ($round = 0; $round < $requests; $round++) {
        foreach ($servers as $name => $server) {
            $cpu[$name][] = $server->cpu(5);
        }
    }
    foreach ($servers as $server) {
        $server->stop();
    }
    $plain = $results['plain'] ?? throw new RuntimeException('the first one is plain');
    foreach ($results as $name => $result) {
        $ratios = array_map(static fn(float $ours, float $plain): float => $ours / $plain, $cpu[$name] ?? [], $cpu['plain']);
        sort($ratios);
        printf(
            "%-20s %-34s instructions %.3f (%s)  CPU %.2f (median of pairs)  peak memory %.3f  bytes %.3f (%d)\n",
            $store,
            $name,
            $result['instructions'] / $plain['instructions'],
            number_format($result['instructions']),
            $ratios[intdiv(count($ratios), 2)] ?? 0,
            $result['memory'] / $plain['memory'],
            $result['bytes'] / $plain['bytes'],
            $result['bytes'],
        );
    }
}
