<?php

// SPDX-License-Identifier: BSD-3-Clause
//
//   php tests/DrupalModule/damage.php WEB ITEMS   WEB is the folder web of a site with the module and the extension
//
// Damages items of all bins in five ways, and reads them through core's own services. Each must be a miss, or the value that was stored.

declare(strict_types=1);

use Drupal\Core\DrupalKernel;
use Lyo\Bridge\Drupal\Serialization;
use Symfony\Component\HttpFoundation\Request;

[, $web, $items] = $argv;
chdir($web);
$loader = require 'autoload.php';
$kernel = DrupalKernel::createFromRequest(Request::create('http://localhost/en'), $loader, 'prod');
$kernel->boot();
$kernel->preHandle(Request::create('http://localhost/en'));
$database = Drupal::database();
$bin = Drupal::service('cache.backend.database')->get('lyo_damage');
$store = Drupal::service('keyvalue.database')->get('lyo_damage');
Serialization::configure(['writes' => 'lyo']);

// What the site has in its bins.
$values = [];
foreach (Drupal::getContainer()->getParameter('cache_bins') as $name) {
    if (!$database->schema()->tableExists("cache_$name")) {
        continue;
    }
    foreach ($database->select("cache_$name", 'c')->fields('c', ['cid'])->condition('serialized', 1)->execute()->fetchCol() as $cid) {
        $item = Drupal::service('cache.backend.database')->get($name)->get($cid);
        if (is_object($item) && !is_scalar($item->data) && $item->data !== null && strlen(serialize($item->data)) < 100_000) {
            $values[] = $item->data;
        }
    }
}
count($values) > 300 || throw new RuntimeException('the bins have only ' . count($values) . ' values: ask for pages before');
mt_srand(45);
$ways = [
    'a bit' => static function (string $data): string {
        $at = mt_rand(0, strlen($data) - 1);
        $data[$at] = chr(ord($data[$at]) ^ 1 << mt_rand(0, 7));
        return $data;
    },
    'two bytes' => static function (string $data): string {
        $data[mt_rand(0, strlen($data) - 1)] = chr(mt_rand(0, 255));
        $data[mt_rand(0, strlen($data) - 1)] = chr(mt_rand(0, 255));
        return $data;
    },
    'cut off' => static fn(string $data): string => substr($data, 0, mt_rand(0, strlen($data) - 1)),
    'a piece is missing' => static function (string $data): string {
        $at = mt_rand(0, strlen($data) - 1);
        return substr($data, 0, $at) . substr($data, $at + mt_rand(1, 20));
    },
    'another item follows' => static fn(string $data): string => substr($data, 0, mt_rand(1, strlen($data))) . substr($data, mt_rand(0, strlen($data) - 1)),
];
$counts = array_fill_keys(array_keys($ways), ['misses' => 0, 'equal' => 0, 'other' => 0]);
$thrown = [];
$bin->set('0', [1]); // makes the table
$transaction = $database->startTransaction();
foreach ($values as $value) { // as a check of the test: nothing is damaged
    $bin->set('item', $value);
    $store->set('item', $value);
    $item = $bin->get('item');
    is_object($item) && serialize($item->data) === serialize($value) && serialize($store->get('item')) === serialize($value) || throw new RuntimeException('a value is not read without damage');
}
for ($i = 0; $i < (int) $items; $i++) {
    $way = array_keys($ways)[$i % 5];
    $value = $values[mt_rand(0, count($values) - 1)];
    $isCache = $i % 10 < 8; // a fifth are in key-value stores
    $isCache ? $bin->set('item', $value) : $store->set('item', $value);
    [$table, $column, $key] = $isCache ? ['cache_lyo_damage', 'data', 'cid'] : ['key_value', 'value', 'name'];
    $query = $database->select($table, 't')->fields('t', [$column])->condition($key, 'item');
    $isCache || $query->condition('collection', 'lyo_damage');
    $data = $ways[$way]((string) $query->execute()->fetchField());
    $query = $database->update($table)->fields([$column => $data])->condition($key, 'item');
    $isCache || $query->condition('collection', 'lyo_damage');
    $query->execute();
    try {
        $read = $isCache ? $bin->get('item') : $store->get('item');
        $read = $isCache && is_object($read) ? $read->data : $read;
    } catch (Throwable $e) {
        $thrown[] = "$way: " . $e::class . ': ' . $e->getMessage();
        continue;
    }
    $counts[$way][match (true) {
        $read === false || $read === null => 'misses',
        serialize($read) === serialize($value) => 'equal',
        default => 'other',
    }]++;
    if ($read !== false && $read !== null && serialize($read) !== serialize($value)) {
        fwrite(STDERR, "$way, " . ($isCache ? 'cache' : 'key-value store') . ': ' . substr(serialize($read), 0, 100) . ' instead of ' . substr(serialize($value), 0, 100) . "\n");
    }
}
$transaction->rollBack();
$bin->removeBin();
foreach ($counts as $way => $count) {
    printf("%s: %d misses, %d equal, %d other values\n", $way, ...array_values($count));
}
printf("%d items of %d values, %d exceptions, %d other values%s\n", $items, count($values), count($thrown), array_sum(array_column($counts, 'other')), $thrown === [] ? '' : "\n" . implode("\n", array_slice($thrown, 0, 5)));
exit($thrown === [] && array_sum(array_column($counts, 'other')) === 0 ? 0 : 1);
