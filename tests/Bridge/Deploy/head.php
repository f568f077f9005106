<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// A web head during a deploy: php head.php SETTING OPERATIONS SEED START, started by Deploy.php. SETTING is "plain" (symfony/cache alone) or what our
// marshaller writes. Prints as JSON what it has seen.

declare(strict_types=1);

use Lyo\Implementation;
use Lyo\Tests\Bridge\Deploy\Item;
use Lyo\Tests\Bridge\Servers;
use Lyo\Tests\Bridge\Symfony\Adapters;
use Predis\Client;
use Random\Engine\Mt19937;
use Random\Randomizer;
use Symfony\Component\Cache\Adapter\RedisAdapter;

require __DIR__ . '/../load.php';

[, $setting, $operations, $seed, $start] = $argv;
if ((float) $start > microtime(true)) {
    time_sleep_until((float) $start); // all heads at the same time
}
$pool = new RedisAdapter(new Client(['host' => '127.0.0.1', 'port' => Servers::redis()]), 'deploy', 0, Adapters::marshaller($setting));
$random = new Randomizer(new Mt19937((int) $seed));
$seen = ['hits' => 0, 'misses' => 0, 'stored' => 0, 'wrong' => 0, 'lost' => 0];
for ($i = 0; $i < (int) $operations; $i++) {
    $number = $random->getInt(0, Item::COUNT - 1);
    $item = $pool->getItem("item$number");
    if ($item->isHit()) {
        $seen['hits']++;
        if (!Item::isWhole($item->get(), $number)) {
            $seen['wrong']++;
        }
    } else {
        $seen['misses']++;
    }
    // As in applications: after a miss the value is computed again, and sometimes a value changes.
    if (!$item->isHit() || $random->getInt(0, 9) === 0) {
        $pool->save($item->set(Item::make($number, $random->getInt(1, 1 << 40)))) ? $seen['stored']++ : $seen['lost']++;
    }
}
echo json_encode($seen + ['implementation' => $setting === 'plain' ? 'none' : Implementation::current()->value], JSON_THROW_ON_ERROR), "\n";
