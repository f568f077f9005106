<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Answers a request of run.php: reads values whose keys loaded code has, and asks OPcache to start anew.

declare(strict_types=1);

// Code that is compiled again after each restart, in another order: the memory of a string has another one then.
$turn = is_string($_GET['turn'] ?? null) ? (int) $_GET['turn'] : 0;
$known = [];
for ($i = 0; $i < 4; $i++) {
    $keys = require __DIR__ . '/code/' . ($turn * 3 + $i) % 4 . '.php';
    $known += is_array($keys) ? $keys : [];
}
ksort($known);
$values = [
    'shape' => array_slice($known, 0, 40),
    'map' => $known + array_fill(0, 100, true), // more keys than a shape can have
    'records' => [['first_of_code_0' => 1, 'first_of_code_1' => 2], ['first_of_code_0' => 3, 'first_of_code_1' => 4]],
    'object' => (object) array_slice($known, 3, 9),
];
foreach ($values as $name => $value) {
    $file = sys_get_temp_dir() . "/lyo-restarts-$name-" . getmypid();
    if ($turn === 0) {
        file_put_contents($file, lyo_serialize($value));
    }
    $bytes = (string) file_get_contents($file);
    if (serialize(lyo_unserialize($bytes)) !== serialize($value) || lyo_serialize($value) !== $bytes) {
        exit("turn $turn: $name is another value");
    }
    if (isset($_GET['last'])) {
        unlink($file);
    }
}
opcache_reset();
$statistics = (opcache_get_status(false) ?: [])['opcache_statistics'] ?? [];
$restarts = is_array($statistics) ? $statistics['manual_restarts'] ?? null : null;
echo 'restarts: ', is_int($restarts) ? $restarts : 'unknown';
