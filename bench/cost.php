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

const COST_PAGE = __DIR__ . '/../docs/cost.md';
const COST_CALLS = 20_000;

$costOptions = getopt('', ['rounds:', 'write']);
$costRounds = is_string($costOptions['rounds'] ?? null) ? max(1, (int) $costOptions['rounds']) : 21;
$costRow = ['id' => 17, 'name' => 'a name', 'tags' => ['one', 'two'], 'price' => 9.99, 'active' => true];
$costTable = "| call | bytes | off (ns) | on (ns) | more |\n| --- | ---: | ---: | ---: | ---: |\n";
foreach (['five keys' => $costRow, '200 rows' => array_map(static fn(int $i): array => ['id' => $i, 'name' => "name $i"] + $costRow, range(1, 200))] as $costName => $costValue) {
    $costBytes = lyo_serialize($costValue);
    $costCalls = (int) ceil(COST_CALLS / (count($costValue) === 200 ? 100 : 1));
    foreach (['lyo_serialize()' => static fn(): string => lyo_serialize($costValue), 'lyo_unserialize()' => static fn(): mixed => lyo_unserialize($costBytes)] as $costFunction => $costCall) {
        [$costOff, $costOn] = timesOffAndOn($costCall, $costCalls, $costRounds);
        $costTable .= sprintf("| `%s`, %s | %d | %.0f | %.0f | %.0f ns |\n", $costFunction, $costName, strlen($costBytes), $costOff, $costOn, $costOn - $costOff);
    }
}
echo $costTable;
if (isset($costOptions['write'])) {
    $costText = (string) file_get_contents(COST_PAGE);
    file_put_contents(COST_PAGE, (string) preg_replace('/(?<=<!-- generated: cost -->\n).*?(?=<!-- \/generated -->)/s', $costTable, $costText, 1));
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
