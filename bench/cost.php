<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// What lyo.cost costs itself: ns of a call with it and without it.
//
//   php -n -d extension=build/lyo.so bench/cost.php [--rounds=21] [--write]
//
// Both take turns in one process. A figure is the median of the rounds. --write puts the table into docs/cost.md.

declare(strict_types=1);

namespace Lyo\Bench;

require __DIR__ . '/Generated.php';

const COST_PAGE = __DIR__ . '/../docs/cost.md';
const COST_CALLS = 20_000;

$options = getopt('', ['rounds:', 'write']);
$rounds = is_string($options['rounds'] ?? null) ? max(1, (int) $options['rounds']) : 21;
$row = ['id' => 17, 'name' => 'a name', 'tags' => ['one', 'two'], 'price' => 9.99, 'active' => true];
$table = "| call | bytes | off (ns) | on (ns) | more |\n| --- | ---: | ---: | ---: | ---: |\n";
foreach (['five keys' => $row, '200 rows' => array_map(static fn(int $i): array => ['id' => $i, 'name' => "name $i"] + $row, range(1, 200))] as $name => $value) {
    $bytes = lyo_serialize($value);
    $calls = (int) ceil(COST_CALLS / (count($value) === 200 ? 100 : 1));
    foreach (['lyo_serialize()' => static fn(): string => lyo_serialize($value), 'lyo_unserialize()' => static fn(): mixed => lyo_unserialize($bytes)] as $function => $call) {
        [$off, $on] = timesOffAndOn($call, $calls, $rounds);
        $table .= sprintf("| `%s`, %s | %d | %.0f | %.0f | %.0f ns |\n", $function, $name, strlen($bytes), $off, $on, $on - $off);
    }
}
echo $table;
if (isset($options['write'])) {
    Generated::write(COST_PAGE, 'cost', $table);
}

/**
 * @param \Closure(): mixed $call
 *
 * @return array{float, float} ns of a call, with lyo.cost off and on
 */
function timesOffAndOn(\Closure $call, int $calls, int $rounds): array
{
    $times = [[], []];
    for ($round = 0; $round < $rounds; $round++) {
        foreach ($round % 2 === 0 ? [0, 1] : [1, 0] as $counted) {
            ini_set('lyo.cost', (string) $counted);
            $start = hrtime(true);
            for ($i = 0; $i < $calls; $i++) {
                $call();
            }
            $times[$counted][] = (hrtime(true) - $start) / $calls;
        }
    }
    return array_map(static function (array $each): float {
        sort($each);
        return $each[count($each) >> 1];
    }, $times);
}
