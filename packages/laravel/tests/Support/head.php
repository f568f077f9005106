<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// A web head during a deploy, started by HeadsTest with JSON: folder, config, package, operations, seed. Prints what it has seen as JSON.

use Illuminate\Database\Events\QueryExecuted;
use Lyo\Laravel\Tests\Support\Site;

require __DIR__.'/../../vendor/autoload.php';

/** @var array{folder: string, config: array<string, mixed>, package: bool, operations: int, seed: int} $task */
$task = json_decode($argv[1], true, flags: JSON_THROW_ON_ERROR);
$app = Site::application($task['folder'], $task['config'], $task['package']);
$queries = 0;
$app->make('events')->listen(QueryExecuted::class, static function () use (&$queries): void {
    $queries++;
});
$cache = $app->make('cache')->store('place');
mt_srand($task['seed']);
$make = static fn (int $number): array => [
    'time' => microtime(true),
    'rows' => array_map(static fn (int $id): array => ['id' => $id, 'of' => $number, 'bytes' => "\xC1\0$id"], range(1, 5)),
];
$newest = $errors = [];
$seen = ['hits' => 0, 'misses' => 0, 'writes' => 0, 'wrong' => 0, 'stale' => 0, 'lost' => 0];
for ($i = 0; $i < $task['operations']; $i++) {
    $number = mt_rand(0, 199);
    try {
        $value = $cache->get("item-$number");
        if ($value !== null) {
            $seen['hits']++;
            $time = is_array($value) && is_float($value['time'] ?? null) ? $value['time'] : 0.0;
            $seen['wrong'] += $value === ['time' => $time] + $make($number) ? 0 : 1;
            // Another head may have been interrupted between making a value and storing it.
            $seen['stale'] += $time < ($newest[$number] ?? 0.0) - 3.0 ? 1 : 0;
            $newest[$number] = max($time, $newest[$number] ?? 0.0);
        } else {
            $seen['misses']++;
        }
        if ($value === null || mt_rand(0, 9) === 0) {
            $value = $make($number);
            $newest[$number] = $value['time'];
            $seen['writes']++;
            $seen['lost'] += $cache->put("item-$number", $value, 600) ? 0 : 1;
        }
    } catch (Throwable $e) {
        $errors[$e::class.': '.substr($e->getMessage(), 0, 200)] = true;
    }
}
echo json_encode($seen + ['queries' => $queries, 'errors' => array_keys($errors)], JSON_THROW_ON_ERROR);
