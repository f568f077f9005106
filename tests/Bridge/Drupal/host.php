<?php

// SPDX-License-Identifier: BSD-3-Clause
//
//   php tests/Bridge/Drupal/host.php FILE plain|auto read|write
//
// A request of a host, started by hosts.php: it reads every item, or writes it, in a bin and in a key-value store of the database FILE. A page that
// misses an item makes it again. The values are those of FILE.values. Prints what it has found as JSON.

declare(strict_types=1);

use Drupal\Component\Serialization\PhpSerialize;
use Drupal\Core\KeyValueStore\DatabaseStorage;
use Lyo\Bridge\Drupal\Serialization;
use Lyo\Tests\Bridge\Drupal\Clock;
use Lyo\Tests\Bridge\Drupal\RealCore;
use Lyo\Tests\Bridge\Drupal\Site;

require __DIR__ . '/../load.php';

[, $file, $with, $does] = $argv;
Site::load();
$values = unserialize((string) file_get_contents("$file.values"));
$errors = [];
$notes = 0;
set_error_handler(static function (int $level, string $message) use (&$errors, &$notes, $with): bool {
    if ($with === 'plain' && preg_match('/Extra data starting at offset 6 of \d+ bytes/', $message) === 1) {
        $notes++; // PHP 8.3 and newer, for an invalid item in lyo
    } elseif ((error_reporting() & $level & ~E_DEPRECATED & ~E_USER_DEPRECATED) !== 0) {
        $errors[] = $message;
    }
    return true;
});
$site = Site::sqlite($file, new Clock());
$head = $site->head($with === 'plain' ? null : $with);
$serializer = $with === 'plain' ? new PhpSerialize() : new Serialization();
$store = new DatabaseStorage('state', $serializer, $head->connection);
$found = ['exact' => 0, 'misses' => 0, 'wrong' => 0, 'stored' => 0, 'store wrong' => 0];
foreach (is_array($values) ? $values : [] as $name => $value) {
    $item = $does === 'read' ? $head->bin->get($name) : false;
    if (is_object($item)) {
        $found[serialize($item->data ?? null) === serialize($value) ? 'exact' : 'wrong']++;
    } else {
        $found['misses'] += $does === 'read' ? 1 : 0;
        $head->bin->set($name, $value);
    }
    if ($does === 'read') {
        $found[serialize($store->get($name)) === serialize($value) ? 'stored' : 'store wrong']++;
    } else {
        $store->set($name, $value);
    }
}
if (class_exists(RealCore::class, false)) {
    $found[RealCore::usesState($head, $serializer) ? 'stored' : 'store wrong']++;
}
$loaded = array_filter(get_declared_classes(), static fn(string $class): bool => str_starts_with($class, 'Lyo\\Bridge\\'));
echo json_encode($found + [
    'marked' => $site->number('SELECT COUNT(*) FROM cache_default WHERE expire < -1 AND cid <> \'state\''),
    'rows' => $site->number('SELECT COUNT(*) FROM cache_default'),
    'bytes' => $site->number('SELECT SUM(LENGTH(CAST(data AS BLOB))) FROM cache_default'),
    'errors' => $errors,
    'notes' => $notes,
    'is plain' => $loaded === [] && !extension_loaded('lyo'),
], JSON_THROW_ON_ERROR), "\n";
