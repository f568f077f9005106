<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// What it takes to get a value that this server already has: decoded from bytes, from APCu, or from a PHP file that OPcache holds.
//
//   php -n bench/beside.php --lyo=build/lyo.so [--rounds=11] [--only=get|packed] [--write]
//
// Each way is measured in a process of its own, and all ways take turns, in another order each round. A figure is the median of the
// rounds: processor time of one call that gets the value and frees it, and the memory of the request that a value takes. --write puts the
// tables into docs/beside-other-ways.md. A way whose extension is missing has no row.
//
// "packed": igbinary and lyo with compression, over the values of WordPress and Drupal in ../shared/corpus. It needs igbinary, ffi, and
// libzstd and liblz4, and is left out where one of them is missing.

declare(strict_types=1);

namespace Lyo\Bench\Beside;

use Lyo\Bench\Generated;
use RuntimeException;

require __DIR__ . '/../vendor/autoload.php';
require __DIR__ . '/Beside/Way.php';
require __DIR__ . '/Beside/Values.php';

const PAGE = __DIR__ . '/../docs/beside-other-ways.md';

$options = getopt('', ['lyo:', 'rounds:', 'only:', 'write', 'way:', 'packed']);
$times = max(1, is_string($options['rounds'] ?? null) ? (int) $options['rounds'] : 11);
if (isset($options['packed'])) {
    ini_set('unserialize_callback_func', '');
    echo extension_loaded('igbinary') && Library::exists() ? Packed::tables($times) : '';
    exit(0);
}
if (is_string($options['way'] ?? null)) {
    $numbers = [];
    foreach (Values::all() as $name => $value) {
        $numbers[$name] = Way::of($options['way'])->measure($value);
    }
    echo json_encode($numbers, JSON_THROW_ON_ERROR);
    exit(0);
}
$module = realpath(is_string($options['lyo'] ?? null) ? $options['lyo'] : 'build/lyo.so');
$only = is_string($options['only'] ?? null) ? $options['only'] : 'get,packed';
$module = $module !== false ? $module : throw new RuntimeException('--lyo names no file');
$ways = Way::available($module);
if (str_contains($only, 'get')) {
    show('beside', table($ways, rounds($ways, $times)), isset($options['write']));
}
if (str_contains($only, 'packed')) {
    $packed = said([...$ways[Way::Igbinary->value] ?? $ways[Way::Lyo->value], ...Way::ffi(), '-d', 'memory_limit=2G', '-d', 'error_reporting=1', __FILE__, '--packed', "--rounds=$times"]);
    $packed === '' ? fwrite(STDERR, "beside: igbinary, ffi, libzstd, liblz4 or ../shared/corpus is missing, so nothing was packed\n") : show('packed', $packed, isset($options['write']));
}

/** Prints tables, and puts them into the page. */
function show(string $name, string $tables, bool $write): void
{
    echo "$tables\n";
    if ($write) {
        Generated::write(PAGE, $name, $tables);
    }
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
    $numbers = json_decode($said = said($command), true);
    if (!is_array($numbers)) {
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
 * @param list<string> $command
 *
 * @return string what it prints
 */
function said(array $command): string
{
    $process = proc_open($command, [1 => ['pipe', 'w']], $pipes);
    $said = $process === false ? '' : (string) stream_get_contents($pipes[1]);

    return $process !== false && proc_close($process) === 0 ? $said : throw new RuntimeException(implode(' ', $command) . ": $said");
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
