<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// A process with one igbinary and Debian's clients: php client.php ACTION APPLICATION PREFIX REDIS-PORT MEMCACHED-PORT
// Prints the number of values that were as they must be; a line for each that was not goes to the standard error.

declare(strict_types=1);

use Lyo\Tests\Corpus\Corpus;
use Lyo\Tests\Igbinary\Portrait;

require __DIR__ . '/../Corpus/Corpus.php';
require __DIR__ . '/../Igbinary/Portrait.php';

set_error_handler(static fn(): bool => true); // deprecations of old application classes
[, $action, $application, $prefix, $redisPort, $memcachedPort] = $argv;
$corpus = Corpus::find() ?? throw new RuntimeException('no corpus');
$corpus->load();
$corpus->loadClasses($application);

$redis = new Redis();
$redis->connect('127.0.0.1', (int) $redisPort);
$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_IGBINARY);
$memcached = new Memcached();
$memcached->setOption(Memcached::OPT_SERIALIZER, Memcached::SERIALIZER_IGBINARY);
$memcached->setOption(Memcached::OPT_COMPRESSION, false);
$memcached->addServer('127.0.0.1', (int) $memcachedPort);

$good = 0;
foreach ($corpus->files()[$application] as $file) {
    $value = unserialize($corpus->text($file));
    $key = $prefix . md5($file);
    $right = match ($action) {
        'write' => $redis->set($key, $value) === true && $memcached->set($key, $value),
        'read' => Portrait::of($redis->get($key)) === Portrait::of($value) && Portrait::of($memcached->get($key)) === Portrait::of($value),
        'apcu' => apcu_store($key, $value) && Portrait::of(apcu_fetch($key)) === Portrait::of($value) && apcu_delete($key),
        default => throw new RuntimeException('what is ' . $action),
    };
    $right ? $good++ : fwrite(STDERR, "$action $prefix $file\n");
}
echo $good, "\n";
