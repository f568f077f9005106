<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// php head.php FOLDER   a web head of WordPress that obeys lines from its input: "get KEY", "many KEY...", "set KEY NUMBER", "add KEY NUMBER",
// "replace KEY NUMBER", "delete KEY", "incr KEY". It answers with a line of JSON. A notice ends it.
// php head.php FOLDER damage ITEMS COMPOUND   stores items, damages them, and reads them

declare(strict_types=1);

use function Lyo\WordPress\Tests\digest;
use function Lyo\WordPress\Tests\value;

$_SERVER += ['HTTP_HOST' => 'example.org', 'SERVER_NAME' => 'example.org', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REMOTE_ADDR' => '127.0.0.1', 'REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/'];
define('SHORTINIT', true);
[, $folder, $does] = $argv + [2 => ''];
require "$folder/wp-load.php";
require __DIR__ . '/values.php';
set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    if ((error_reporting() & $level) === 0) {
        return false;
    }
    throw new ErrorException($message, 0, $level, $file, $line);
});

if ($does === 'damage') {
    $items = (int) $argv[3];
    $compound = $argv[4] === '1';
    $redis = new Redis();
    $redis->connect('127.0.0.1', (int) WP_REDIS_PORT);
    mt_srand(7);
    $damages = [
        'beginning overwritten' => static fn(string $data): string => substr_replace($data, 'XXXX', 0, 4),
        'beginning lost' => static fn(string $data): string => substr($data, min(10, strlen($data))),
        'end lost' => static fn(string $data): string => substr($data, 0, intdiv(strlen($data), 2)),
        'end overwritten' => static fn(string $data): string => substr($data, 0, -4) . 'XXXX',
        'two bytes changed' => static fn(string $data): string => substr_replace($data, chr(mt_rand(0, 255)) . chr(mt_rand(0, 255)), mt_rand(0, strlen($data) - 2), 2),
    ];
    $counts = ['damaged' => 0, 'misses' => 0, 'unchanged' => 0, 'wrong' => [], 'not stored again' => 0];
    for ($i = 0; $i < $items; $i++) {
        $what = array_keys($damages)[$i % 5];
        $value = value($i, $compound);
        wp_cache_set("damage-$i", $value, 'lyo-test') || throw new RuntimeException("$i is not stored");
        $keys = $redis->keys("*:damage-$i");
        count($keys) === 1 || throw new RuntimeException("$i: " . count($keys) . ' keys');
        $stored = $redis->get($keys[0]);
        $damaged = $damages[$what]($stored);
        $redis->set($keys[0], $damaged);
        $read = wp_cache_get("damage-$i", 'lyo-test', true, $found);
        $counts['damaged']++;
        if ($read === false && !$found) {
            $counts['misses']++;
            wp_cache_flush_runtime();
            wp_cache_add("damage-$i", $value, 'lyo-test') || $counts['not stored again']++;
        } elseif ($damaged === $stored && digest($read) === digest($value)) {
            $counts['unchanged']++;
        } else {
            $counts['wrong'][] = "$i, $what";
        }
        wp_cache_delete("damage-$i", 'lyo-test');
    }
    exit(json_encode($counts));
}

while (is_string($line = fgets(STDIN))) {
    $words = explode(' ', trim($line));
    $key = $words[1];
    wp_cache_flush_runtime();
    $read = static fn(mixed $value): ?string => $value === false ? null : digest(is_numeric($value) ? (string) $value : $value); // Redis Object Cache returns numbers as texts
    echo json_encode(match ($words[0]) {
        'get' => $read(wp_cache_get($key, 'lyo-test', true)),
        'many' => array_map($read, array_values(wp_cache_get_multiple(array_slice($words, 1), 'lyo-test', true))),
        'set' => wp_cache_set($key, value((int) $words[2]), 'lyo-test', 3600),
        'add' => wp_cache_add($key, value((int) $words[2]), 'lyo-test'),
        'replace' => wp_cache_replace($key, value((int) $words[2]), 'lyo-test'),
        'delete' => wp_cache_delete($key, 'lyo-test'),
        'incr' => wp_cache_incr($key, 1, 'lyo-test'),
    }), "\n";
}
