<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

use Lyo\Bundle\Tests\App\TestKernel;
use Symfony\Component\Cache\Adapter\AdapterInterface;

// A web head during a deploy, started by HeadsTest: php head.php FOLDER "bundle"|"plain" OPERATIONS SEED. Prints what it has seen as JSON.

require __DIR__.'/../../vendor/autoload.php';

[, $folder, $kind, $operations, $seed] = $argv;
$errors = [];
set_error_handler(static function (int $level, string $message) use (&$errors): bool {
    if (0 !== (error_reporting() & $level) && !str_contains($message, 'igbinary_unserialize')) {
        $errors[$message] = true;
    }

    return true;
});
$pool = (new TestKernel($folder, [], bundle: 'bundle' === $kind))->service('plain.pool');
assert($pool instanceof AdapterInterface);
mt_srand((int) $seed);
$make = static fn (int $number): array => [
    'time' => microtime(true),
    'rows' => array_map(static fn (int $id): ArrayObject => new ArrayObject(['id' => $id, 'of' => $number]), range(1, 5)),
];
$newest = [];
$seen = ['hits' => 0, 'misses' => 0, 'wrong' => 0, 'stale' => 0, 'lost' => 0];
for ($i = 0; $i < (int) $operations; ++$i) {
    $number = mt_rand(0, 199);
    $item = $pool->getItem("item-$number");
    if ($item->isHit()) {
        ++$seen['hits'];
        $value = $item->get();
        $time = is_array($value) && is_float($value['time'] ?? null) ? $value['time'] : 0.0;
        $seen['wrong'] += is_array($value) && $value == ['time' => $time] + $make($number) ? 0 : 1;
        // Another head may have been interrupted between making a value and storing it.
        $seen['stale'] += $time < ($newest[$number] ?? 0) - 3.0 ? 1 : 0;
        $newest[$number] = max($time, $newest[$number] ?? 0);
    } else {
        ++$seen['misses'];
    }
    if (!$item->isHit() || 0 === mt_rand(0, 9)) {
        $value = $make($number);
        $newest[$number] = $value['time'];
        $seen['lost'] += $pool->save($item->set($value)) ? 0 : 1;
    }
}
echo json_encode($seen + ['errors' => array_keys($errors)], \JSON_THROW_ON_ERROR);
