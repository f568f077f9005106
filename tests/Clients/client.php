<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// A process with one igbinary and those of Debian's clients that are loaded: php client.php ACTION APPLICATION PREFIX REDIS-PORT MEMCACHED-PORT
// Prints the number of warnings about write_format, of values that were as they must be, and of those that this igbinary cannot read back itself; a line for each that was not goes to
// the standard error.

declare(strict_types=1);

use Lyo\Tests\Corpus\Corpus;
use Lyo\Tests\Igbinary\Portrait;

require __DIR__ . '/../Corpus/Corpus.php';
require __DIR__ . '/../Differential/NextKey.php';
require __DIR__ . '/../Igbinary/Portrait.php';

$warnings = 0;
set_error_handler(static function (int $level, string $message) use (&$warnings): bool { // and deprecations of old application classes
    $warnings += str_starts_with($message, 'igbinary.write_format') ? 1 : 0;

    return true;
});
[, $action, $application, $prefix, $redisPort, $memcachedPort] = $argv;
$corpus = Corpus::find() ?? throw new RuntimeException('no corpus');
$corpus->load();
$corpus->loadClasses($application);

/** @var list<array{callable(string, mixed): mixed, callable(string): mixed}> $stores how to set and get */
$stores = [];
if (extension_loaded('redis')) {
    $redis = new Redis();
    $redis->connect('127.0.0.1', (int) $redisPort);
    $redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_IGBINARY);
    $stores[] = [$redis->set(...), $redis->get(...)];
}
if (extension_loaded('memcached')) {
    $memcached = new Memcached();
    $memcached->setOption(Memcached::OPT_SERIALIZER, Memcached::SERIALIZER_IGBINARY);
    $memcached->setOption(Memcached::OPT_COMPRESSION, false);
    $memcached->addServer('127.0.0.1', (int) $memcachedPort);
    $stores[] = [$memcached->set(...), $memcached->get(...)];
}
if ($action === 'apcu') {
    $stores = [[apcu_store(...), apcu_fetch(...)]];
}

// Exceptions and Carbon's times are another object each time that PHP reads them: what they keep of it is not stored.
$same = static fn(mixed $got, mixed $value): bool => Portrait::of($got) === Portrait::of($value)
    || (Portrait::of(unserialize(serialize($value))) !== Portrait::of($value) && serialize($got) === serialize($value));
// The installed igbinary cannot read back what it writes of some values, such as the metadata of Symfony's validator.
$cannot = static function (mixed $value): bool {
    try {
        return ini_get('igbinary.write_format') === false && serialize(igbinary_unserialize((string) igbinary_serialize($value))) !== serialize($value);
    } catch (Throwable) {
        return true;
    }
};
$good = $refused = 0;
foreach ($corpus->files()[$application] as $file) {
    $value = unserialize($corpus->text($file));
    $key = $prefix . md5($file);
    $right = $stores !== [];
    foreach ($stores as [$set, $get]) {
        try {
            $right = $right && ($action === 'read' || $set($key, $value) === true) && ($action === 'write' || $same($get($key), $value));
        } catch (Throwable) {
            $right = false;
        }
    }
    if ($action === 'apcu') {
        apcu_delete($key);
    }
    if (!$right && $cannot($value)) {
        $refused++;
        continue;
    }
    $right ? $good++ : fwrite(STDERR, "$action $prefix $file\n");
}
echo $warnings, "\n", $good, "\n", $refused, "\n";
