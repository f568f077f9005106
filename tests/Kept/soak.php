<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// A page that reads 40 of 300 values, of which 30 change with every 20th request. Each is compared with what was written; some are changed,
// some are held to the end: ?r=NUMBER.

declare(strict_types=1);

error_reporting(E_ALL);
ini_set('display_errors', '1');
$request = (int) ($_GET['r'] ?? 0);

function make(int $id, int $version): array
{
    mt_srand($id * 1000 + $version);
    $value = ['id' => $id, 'version' => $version, 'list' => []];
    for ($i = mt_rand(2, 60); $i > 0; $i--) {
        $value['list'][] = ['k' => mt_rand(0, 999), 's' => 'string ' . mt_rand(0, 50), 't' => [mt_rand(0, 9), "z$i"]];
    }
    for ($i = mt_rand(1, 30); $i > 0; $i--) {
        $value["m$i"] = str_repeat(chr(97 + $i % 26), mt_rand(1, 30));
    }
    $value['again'] = $value['list'];
    return $value;
}

$wrong = 0;
$held = [];
$before = lyo_status()['process']['values'];
for ($i = 0; $i < 40; $i++) {
    mt_srand($request * 100 + $i);
    $id = mt_rand(0, 1) === 1 ? mt_rand(0, 40) : mt_rand(0, 299);
    $value = make($id, $id % 10 === 0 ? intdiv($request, 20) : 0);
    $payload = lyo_serialize($value);
    for ($j = 0; $j <= $i % 3; $j++) {
        $read = lyo_unserialize($payload);
        $wrong += $read !== $value ? 1 : 0;
    }
    if ($i % 5 === 0) {
        $held[] = [$read, serialize($read)];
    }
    $read['x'][] = 1;
    $read['list'][0]['k'] = 'changed';
    unset($read['again'][1]);
    sort($read);
}
foreach ($held as [$read, $text]) {
    $wrong += serialize($read) !== $text ? 1 : 0;
}
$status = lyo_status()['process']['values'];
printf("WRONG=%d HITS=%d ENTRIES=%d BYTES=%d FREED=%d END", $wrong, $status['hits'] - $before['hits'], $status['entries'], $status['bytes'], $status['freed']);
if ($request % 7 === 3) {
    register_shutdown_function(static function () use ($payload): never {
        $GLOBALS['late'] = lyo_unserialize($payload);
        exit;
    });
}
if ($request % 11 === 5) {
    $GLOBALS['kept'] = $read;
    ini_set('memory_limit', '4M');
    str_repeat('x', 9_000_000);
}
if ($request % 13 === 6) {
    throw new Exception('end');
}
