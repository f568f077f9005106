<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// What it takes to get a value that this server already has: decoded from bytes, from APCu, or from a PHP file that OPcache holds.
//
//   php -n bench/beside.php --lyo=build/lyo.so [--rounds=11] [--write]
//
// Each way is measured in a process of its own, and all ways take turns, in another order each round. A figure is the median of the
// rounds: processor time of one call that gets the value and frees it, and the memory of the request that a value takes. --write puts the
// tables into docs/beside-other-ways.md. A way whose extension is missing has no row.

declare(strict_types=1);

namespace Lyo\Bench\Beside;

use RuntimeException;

require __DIR__ . '/Beside/Way.php';
require __DIR__ . '/Beside/Values.php';

const PAGE = __DIR__ . '/../docs/beside-other-ways.md';

$options = getopt('', ['lyo:', 'rounds:', 'write', 'way:']);
if (is_string($options['way'] ?? null)) {
    $numbers = [];
    foreach (Values::all() as $name => $value) {
        $numbers[$name] = Way::of($options['way'])->measure($value);
    }
    echo json_encode($numbers, JSON_THROW_ON_ERROR);
    exit(0);
}
$module = realpath(is_string($options['lyo'] ?? null) ? $options['lyo'] : 'build/lyo.so');
$ways = Way::available($module !== false ? $module : throw new RuntimeException('--lyo names no file'));
$table = table($ways, rounds($ways, is_string($options['rounds'] ?? null) ? (int) $options['rounds'] : 11));
echo $table;
if (isset($options['write'])) {
    $page = (string) file_get_contents(PAGE);
    $written = preg_replace('/(?<=<!-- generated: beside -->\n).*?(?=<!-- \/generated -->)/s', strtr($table, ['\\' => '\\\\', '$' => '\\$']), $page, 1, $times);
    $times === 1 && is_string($written) && file_put_contents(PAGE, $written);
}

/**
 * @param array<string, list<string>> $ways
 *
 * @return array<string, array<string, array<string, list<float>>>> by way, value and measure
 */
function rounds(array $ways, int $rounds): array
{
    $found = [];
    for ($round = 0; $round < $rounds; $round++) {
        $names = array_keys($ways);
        shuffle($names);
        foreach ($names as $name) {
            foreach (run([...$ways[$name], __FILE__, "--way=$name"]) as $value => $numbers) {
                foreach ($numbers as $measure => $number) {
                    $found[$name][$value][$measure][] = $number;
                }
            }
        }
    }

    return $found;
}

/**
 * @param list<string> $command
 *
 * @return array<string, array<string, float>>
 */
function run(array $command): array
{
    $process = proc_open($command, [1 => ['pipe', 'w']], $pipes);
    $said = $process === false ? '' : (string) stream_get_contents($pipes[1]);
    $numbers = json_decode($said, true);
    if ($process === false || proc_close($process) !== 0 || !is_array($numbers)) {
        throw new RuntimeException(implode(' ', $command) . ": $said");
    }
    $found = [];
    foreach ($numbers as $value => $measured) {
        foreach (is_array($measured) ? $measured : [] as $measure => $number) {
            is_numeric($number) && $found[(string) $value][(string) $measure] = (float) $number;
        }
    }

    return $found;
}

/**
 * @param array<string, list<string>> $ways
 * @param array<string, array<string, array<string, list<float>>>> $found
 */
function table(array $ways, array $found): string
{
    $columns = array_keys(iterator_to_array(Values::all()));
    $text = '';
    foreach (['time' => ['µs to get', '%.2f'], 'memory' => ['kB of the request', '%.1f'], 'stored' => ['kB where it is stored', '%.1f']] as $measure => [$head, $format]) {
        $text .= "| $head | " . implode(' | ', $columns) . " |\n| --- |" . str_repeat(' ---: |', count($columns)) . "\n";
        foreach (array_keys($ways) as $way) {
            $cells = array_map(static fn(string $value): string => isset($found[$way][$value][$measure]) ? sprintf($format, median($found[$way][$value][$measure])) : '-', $columns);
            $text .= '| ' . Way::of($way)->label() . ' | ' . implode(' | ', $cells) . " |\n";
        }
        $text .= "\n";
    }
    $rounds = count(current(current(current($found) ?: []) ?: []) ?: []);

    return sprintf("%sPHP %s, OPcache on, %d rounds, load %.1f.\n", $text, PHP_VERSION, $rounds, (sys_getloadavg() ?: [0.0])[0]);
}

/** @param list<float> $numbers */
function median(array $numbers): float
{
    sort($numbers);

    return $numbers[intdiv(count($numbers), 2)] ?? NAN;
}
