<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Drupal's serializer and cache bins with ours in their place, on interfaces of core's shape; started by tests/Bridge/run.php.

declare(strict_types=1);

use Lyo\Tests\Bridge\BridgeChecks;
use Lyo\Tests\Bridge\Drupal\Backend;
use Lyo\Tests\Bridge\Drupal\Promises;
use Lyo\Tests\Bridge\Drupal\Rows;
use Lyo\Tests\Bridge\Servers;

require __DIR__ . '/../load.php';
require __DIR__ . '/core.php';

$trial = new BridgeChecks('Drupal (interfaces of core), ' . (getenv('BRIDGE_WITH') ?: ''));
$databases = extension_loaded('pdo_sqlite') ? ['SQLite' => new PDO('sqlite:' . Servers::folder('drupal') . '/site.sqlite')] : [];
if (Servers::mariadb() !== null && extension_loaded('pdo_mysql')) {
    $databases['MariaDB'] = new PDO(Servers::mariadb(), 'root', '');
}
$backends = [];
foreach ($databases as $name => $database) {
    $name === 'SQLite' ? $database->exec('PRAGMA synchronous = off') : $database->exec('DROP TABLE IF EXISTS cache_default');
    $database->exec('CREATE TABLE cache_default (cid VARCHAR(190) PRIMARY KEY, data LONGBLOB, serialized INT, expire BIGINT)');
    $get = $database->prepare('SELECT data, serialized, expire FROM cache_default WHERE cid = ?');
    $put = $database->prepare('REPLACE INTO cache_default (cid, data, serialized, expire) VALUES (?, ?, ?, ?)');
    $delete = $database->prepare('DELETE FROM cache_default WHERE cid = ?');
    $backends[] = new Backend(
        "database backend, $name",
        static function (string $cid) use ($get): ?array {
            $get->execute([$cid]);
            $row = $get->fetch(PDO::FETCH_NUM);
            [$data, $serialized, $expire] = is_array($row) ? $row : [null, null, null];
            return is_string($data) && is_numeric($serialized) && is_numeric($expire) ? ['data' => $data, 'serialized' => (int) $serialized, 'expire' => (int) $expire] : null;
        },
        static function (string $cid, ?array $row) use ($put, $delete): void {
            if ($row === null) {
                $delete->execute([$cid]);
                return;
            }
            foreach ([$cid, $row['data'], $row['serialized'], $row['expire']] as $i => $value) {
                $put->bindValue($i + 1, $value, $i === 1 ? PDO::PARAM_LOB : PDO::PARAM_STR);
            }
            $put->execute();
        },
        static function () use ($database): array {
            $rows = $database->query('SELECT cid FROM cache_default');
            return array_values(array_filter($rows === false ? [] : $rows->fetchAll(PDO::FETCH_COLUMN), is_string(...)));
        },
    );
}
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
        $trial->damage($backend, $strings, $backend === $backends[0] ? ['native', 'igbinary'] : []);
        $trial->oldCompression($backend, $strings);
        $trial->missingClasses($backend);
    }
    Promises::ofBackend($trial, $backend);
}
Promises::ofMissingClasses($trial);
Promises::ofSettings($trial);
Promises::ofServices($trial);
(new Rows($trial))->run();
exit($trial->end());
