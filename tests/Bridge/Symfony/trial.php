<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// symfony/cache whose adapters use our marshaller; started by tests/Bridge/run.php.

declare(strict_types=1);

use Composer\InstalledVersions;
use Lyo\Tests\Bridge\BridgeChecks;
use Lyo\Tests\Bridge\Servers;
use Lyo\Tests\Bridge\Symfony\Adapters;
use Predis\Client;
use Symfony\Component\Cache\Adapter\ChainAdapter;
use Symfony\Component\Cache\Adapter\FilesystemAdapter;
use Symfony\Component\Cache\Adapter\FilesystemTagAwareAdapter;
use Symfony\Component\Cache\Adapter\MemcachedAdapter;
use Symfony\Component\Cache\Adapter\PdoAdapter;
use Symfony\Component\Cache\Adapter\RedisAdapter;
use Symfony\Component\Cache\Adapter\RedisTagAwareAdapter;
use Symfony\Component\Cache\Adapter\TagAwareAdapter;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

require __DIR__ . '/../load.php';

$trial = new BridgeChecks(sprintf('symfony/cache %s, %s', ltrim((string) InstalledVersions::getPrettyVersion('symfony/cache'), 'v'), getenv('BRIDGE_WITH') ?: ''));
$folder = Servers::folder('symfony');
$subjects = [
    new Adapters('FilesystemAdapter', static fn(MarshallerInterface $m) => new FilesystemAdapter('', 0, "$folder/plain", $m)),
    new Adapters('FilesystemTagAwareAdapter', static fn(MarshallerInterface $m) => new FilesystemTagAwareAdapter('', 0, "$folder/tags", $m)),
    new Adapters('TagAwareAdapter over files', static fn(MarshallerInterface $m) => new TagAwareAdapter(new FilesystemAdapter('', 0, "$folder/over", $m)), static fn(MarshallerInterface $m) => new FilesystemAdapter('', 0, "$folder/over", $m)),
];
if (extension_loaded('pdo_sqlite')) {
    $sqlite = new PDO("sqlite:$folder/cache.sqlite");
    $subjects[] = new Adapters('PdoAdapter, SQLite', static fn(MarshallerInterface $m) => new PdoAdapter($sqlite, '', 0, [], $m));
    $subjects[] = new Adapters('ChainAdapter, files before SQLite', static fn(MarshallerInterface $m) => new ChainAdapter([new FilesystemAdapter('', 0, "$folder/chain", $m), new PdoAdapter($sqlite, 'chain', 0, [], $m)]));
}
if (Servers::mariadb() !== null && extension_loaded('pdo_mysql')) {
    $mariadb = new PDO(Servers::mariadb(), 'root', '');
    $subjects[] = new Adapters('PdoAdapter, MariaDB', static fn(MarshallerInterface $m) => new PdoAdapter($mariadb, getenv('BRIDGE_PROJECT') ?: '', 0, [], $m));
}
if (Servers::redis() !== null) {
    $clients = ['predis' => new Client(['host' => '127.0.0.1', 'port' => Servers::redis()])];
    if (extension_loaded('redis')) {
        $clients['phpredis'] = new Redis();
        $clients['phpredis']->connect('127.0.0.1', Servers::redis());
    }
    foreach ($clients as $name => $client) {
        $subjects[] = new Adapters("RedisAdapter, $name", static fn(MarshallerInterface $m) => new RedisAdapter($client, 'plain', 0, $m));
        $subjects[] = new Adapters("RedisTagAwareAdapter, $name", static fn(MarshallerInterface $m) => new RedisTagAwareAdapter($client, 'tags', 0, $m));
    }
}
if (Servers::memcached() !== null && extension_loaded('memcached')) {
    $memcached = MemcachedAdapter::createConnection('memcached://127.0.0.1:' . Servers::memcached());
    $subjects[] = new Adapters('MemcachedAdapter', static fn(MarshallerInterface $m) => new MemcachedAdapter($memcached, getenv('BRIDGE_PROJECT') ?: '', 0, $m));
}
foreach ($subjects as $subject) {
    $trial->matrix($subject);
    $trial->mutations($subject, $subject->wraps());
    $trial->missingClasses($subject);
}
exit($trial->end());
