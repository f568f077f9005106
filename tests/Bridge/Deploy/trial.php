<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// A rolling deploy: three web heads at a time, one with lyo.so, one with the library only, one on the old setting, on one Redis.

declare(strict_types=1);

use Composer\InstalledVersions;
use Lyo\Tests\Bridge\BridgeChecks;
use Lyo\Tests\Bridge\Deploy\Deploy;
use Lyo\Tests\Bridge\Servers;
use Predis\Client;

require __DIR__ . '/../load.php';

$trial = new BridgeChecks('deploy, symfony/cache ' . ltrim((string) InstalledVersions::getPrettyVersion('symfony/cache'), 'v'));
if (Servers::redis() === null) {
    $trial->say('SKIPPED, there is no redis-server');
    exit(0);
}
$redis = new Client(['host' => '127.0.0.1', 'port' => Servers::redis()]);
$modules = ['ctype', 'tokenizer', 'mbstring'];
$lyo = [...$modules, realpath(getenv('BUILD') ?: 'build') . '/lyo.so'];
$deploy = new Deploy($trial);
foreach ([
    'readers first, then lyo' => [['lyo.so, lyo' => ['lyo', $lyo], 'library, lyo' => ['lyo', $modules], 'library, still native' => ['native', $modules]], true],
    'lyo with zlib, igbinary and lyo' => [['lyo.so, lyo+zlib' => ['lyo+zlib', $lyo], 'library, igbinary' => ['igbinary', $modules], 'library, lyo' => ['lyo', $modules]], true],
    'one head without the bridge' => [['lyo.so, lyo' => ['lyo', $lyo], 'library, lyo' => ['lyo', $modules], 'symfony/cache alone' => ['plain', $modules]], false],
] as $what => [$heads, $all]) {
    $redis->flushall();
    $deploy->run($what, $heads, $all, crc32($what));
}
exit($trial->end());
