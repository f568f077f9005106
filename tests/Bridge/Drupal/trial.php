<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Drupal's serializer and cache bins with ours in their place, on a stand-in of core; started by tests/Bridge/run.php.

declare(strict_types=1);

use Lyo\Tests\Bridge\BridgeChecks;
use Lyo\Tests\Bridge\Drupal\Backend;
use Lyo\Tests\Bridge\Drupal\Clock;
use Lyo\Tests\Bridge\Drupal\DatabaseRows;
use Lyo\Tests\Bridge\Drupal\Promises;
use Lyo\Tests\Bridge\Drupal\Rows;
use Lyo\Tests\Bridge\Drupal\Site;
use Lyo\Tests\Bridge\Servers;

require __DIR__ . '/../load.php';
require __DIR__ . '/core.php';

$trial = new BridgeChecks('Drupal (a stand-in of core), ' . (getenv('BRIDGE_WITH') ?: ''));
$clock = new Clock(time());
$sites = extension_loaded('pdo_sqlite') ? [Site::sqlite(Servers::folder('drupal') . '/site.sqlite', $clock)] : [];
if (Servers::mariadb() !== null && extension_loaded('pdo_mysql')) {
    $connect = static fn(): PDO => Site::pdo(Servers::mariadb() ?? '', 'root');
    $connect()->exec('DROP TABLE IF EXISTS cache_default');
    $sites[] = Site::standIn('MariaDB', $connect(), $connect, $clock);
}
$backends = array_map(static fn(Site $site): DatabaseRows => new DatabaseRows($site), $sites);
if (Servers::redis() !== null && extension_loaded('redis')) {
    $redis = new Redis();
    $redis->connect('127.0.0.1', Servers::redis());
    foreach (['' => null, ', redis_compress_length' => 100] as $what => $length) {
        $prefix = 'drupal' . ($length ?? '') . ':';
        $backends[] = new Backend(
            "redis module$what",
            static function (string $cid) use ($redis, $prefix): ?array {
                $hash = $redis->hGetAll("$prefix$cid");
                return is_array($hash) && isset($hash['data']) ? ['data' => $hash['data'], 'serialized' => (int) $hash['serialized'], 'expire' => (int) $hash['expire'], 'gz' => (int) ($hash['gz'] ?? 0)] : null;
            },
            static function (string $cid, ?array $row) use ($redis, $prefix): void {
                $redis->del("$prefix$cid");
                $row === null ?: $redis->hMSet("$prefix$cid", $row);
            },
            static fn(): array => array_map(static fn(string $key): string => substr($key, strlen($prefix)), array_values(array_filter((array) $redis->keys("$prefix*"), is_string(...)))),
            $length,
        );
    }
}
// Strings do not go through the serializer, so a changed one is another string.
$strings = ['empty', 'digits', 'bytes', 'text', 'looks-native', 'looks-igbinary', 'looks-zlib'];
foreach ($backends as $backend) {
    $trial->matrix($backend);
    if (!str_contains($backend->name(), 'compress')) { // there the module unpacks, and has misses of its own
        $trial->mutations($backend, without: $strings);
        // In a database, numbers, booleans and null are serialize() text, which has no checksum.
        $without = $backend instanceof DatabaseRows ? [...$strings, 'null', 'false', 'true', 'zero', 'int', 'float', 'whole-float'] : $strings;
        $trial->damage($backend, $without, $backend === $backends[0] ? ['native', 'igbinary'] : []);
        $trial->oldCompression($backend, $strings);
        $trial->missingClasses($backend);
    }
    Promises::ofBackend($trial, $backend);
}
Promises::ofMissingClasses($trial);
Promises::ofSettings($trial);
Promises::ofAuto($trial);
$sites === [] || Promises::ofServices($trial, $sites[0]);
(new Rows($trial))->run();
exit($trial->end());
