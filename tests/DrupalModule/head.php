<?php

// SPDX-License-Identifier: BSD-3-Clause
//
//   php tests/DrupalModule/head.php WEB DATABASE   WEB is the folder web of a site
//
// One server of several that share a database. It does what Heads asks for, through the classes that are the services of its site: bins of the cache,
// key-value stores, and State, which is a CacheCollector. Each call is as in a request of its own.

declare(strict_types=1);

use Drupal\Core\Cache\DatabaseCacheTagsChecksum;
use Drupal\Core\Database\Database;
use Drupal\Core\DrupalKernel;
use Drupal\Core\KeyValueStore\KeyValueDatabaseFactory;
use Drupal\Core\Lock\NullLockBackend;
use Drupal\Core\State\State;
use Symfony\Component\HttpFoundation\Request;

[, $web, $file] = $argv;
chdir($web);
$loader = require 'autoload.php';
$request = Request::create('http://localhost/en');
$kernel = DrupalKernel::createFromRequest($request, $loader, 'prod');
$kernel->boot();
$kernel->preHandle($request);
Database::addConnectionInfo('shared', 'default', ['database' => $file] + Database::getConnectionInfo()['default']);
$database = Database::getConnection('default', 'shared');
$database->query('PRAGMA synchronous = off');
$serializer = Drupal::service('serialization.phpserialize');
$tags = new DatabaseCacheTagsChecksum($database);
$class = Drupal::service('cache.backend.database')::class;
$factory = new $class($database, $tags, Drupal::service('settings'), $serializer, Drupal::service('datetime.time'));
$bin = $factory->get('shared');
$stores = new KeyValueDatabaseFactory($serializer, $database);
$store = $stores->get('shared');
$state = static fn(): State => new State($stores, $factory->get('states'), new NullLockBackend());
$errors = [];
set_error_handler(static function (int $level, string $message) use (&$errors): bool {
    ($level & (E_DEPRECATED | E_USER_DEPRECATED)) !== 0 || $errors[] = $message;
    return true;
});
$calls = [
    'about' => static fn(): array => [$class, $serializer::class, extension_loaded('lyo')],
    'get' => static fn(string $cid, bool $invalid): mixed => $bin->get($cid, $invalid),
    'getMultiple' => static fn(array $cids): array => $bin->getMultiple($cids),
    'set' => static fn(string $cid, mixed $data, int $expire, array $of): mixed => $bin->set($cid, $data, $expire, $of),
    'setMultiple' => static fn(array $items): mixed => $bin->setMultiple($items),
    'delete' => static fn(string $cid): mixed => $bin->delete($cid),
    'invalidate' => static fn(string $cid): mixed => $bin->invalidate($cid),
    'invalidateTags' => static fn(array $of): mixed => $tags->invalidateTags($of),
    'collect' => static fn(): mixed => $bin->garbageCollection(),
    'store get' => static fn(string $key): mixed => $store->get($key),
    'store set' => static fn(string $key, mixed $value): mixed => $store->set($key, $value),
    'store delete' => static fn(string $key): mixed => $store->delete($key),
    'store all' => static fn(): array => $store->getAll(),
    'state get' => static function (string $key) use ($state): mixed {
        $of = $state();
        $value = $of->get($key);
        $of->destruct();
        return $value;
    },
    'state set' => static function (string $key, mixed $value) use ($state): void {
        $of = $state();
        $of->get($key);
        $of->set($key, $value);
        $of->destruct();
    },
];
while (is_string($line = fgets(STDIN))) {
    [$call, $arguments] = unserialize(base64_decode($line, true));
    $tags->reset();
    Drupal::request()->server->set('REQUEST_TIME', time());
    $errors = [];
    $answer = null;
    try {
        $answer = $calls[$call](...$arguments);
    } catch (Throwable $e) {
        $errors[] = $e::class . ': ' . $e->getMessage();
    }
    fwrite(STDOUT, base64_encode(serialize([$answer, $errors])) . "\n");
}
