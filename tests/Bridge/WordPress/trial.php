<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// The pair of functions for WordPress' object caches, on Redis; started by tests/Bridge/run.php.

declare(strict_types=1);

use Lyo\Tests\Bridge\BridgeChecks;
use Lyo\Tests\Bridge\Servers;
use Lyo\Tests\Bridge\WordPress\DropIn;
use Lyo\Tests\Bridge\WordPress\ObjectCache;

require __DIR__ . '/../load.php';

$trial = new BridgeChecks('WordPress object cache, ' . (getenv('BRIDGE_WITH') ?: ''));
if (Servers::redis() === null) {
    $trial->say('SKIPPED, no redis-server here');
    exit($trial->end());
}
$cache = new ObjectCache('Redis', new Predis\Client(['host' => '127.0.0.1', 'port' => Servers::redis()], ['prefix' => 'wp:']));
// Anything but arrays and objects is stored unchanged. Redis returns it as a string, and false as an empty one.
$scalars = ['null', 'false', 'true', 'zero', 'int', 'float', 'whole-float'];
$trial->matrix($cache, without: $scalars);

// Damaged data are false, unless they have lost their mark: then they are a string.
$trial->mutations($cache, without: [...$scalars, 'empty', 'digits', 'bytes', 'text', 'looks-native', 'looks-igbinary', 'looks-zlib'], data: ObjectCache::data(...));

// Strings and numbers, as they are: each is the same for both.
define('WP_LYO', ['writes' => 'lyo', 'compress' => 'zlib', 'min_size' => 100]);
require dirname(__DIR__, 3) . '/packages/wordpress/src/object-cache.php';
$found = null;
$untouched = ['', '0', '5', 'text', 'a: text', 'b', 'O:', 's:5', 'xylophone', 'x^2', 'Name', str_repeat('long ', 1000), '{"a":1}', "\xFF\xFE", (string) gzcompress('x'), (string) gzencode('text of some length'), 5, -1, 0.5, true, false, null];
foreach ($untouched as $value) {
    $trial->check(lyo_maybe_serialize($value) === $value && lyo_maybe_unserialize($value, $found) === $value && $found, 'untouched: ' . json_encode($value, JSON_INVALID_UTF8_SUBSTITUTE));
}
$escaped = ['a:0:{}', 'N;', 'i:5;', 's:1:"x";', "\xC1\x10\0", " N;\n", "\0a:0:{}", "\0\0\0\2\6\5", 'a:1:{broken}', "\xC1", 'a:0:lyo;x;'];
foreach ($escaped as $value) {
    $stored = lyo_maybe_serialize($value);
    $trial->check($stored === serialize($value) && lyo_maybe_unserialize($stored, $found) === $value && $found, 'a string that looks like data: ' . bin2hex($value));
}
foreach (["\0\0\0\2\6\5", "\xC1\x10\0", (string) gzcompress(serialize([1]))] as $raw) {
    $trial->check(lyo_maybe_unserialize($raw, $found) === $raw && $found, 'a string that plain WordPress has stored: ' . bin2hex($raw));
}
$value = ['rows' => array_fill(0, 20, ['text', 'of', 'rows']), 'long' => str_repeat('text ', 50)];
$stored = lyo_maybe_serialize($value);
$trial->check(is_string($stored) && str_starts_with($stored, "a:0:lyo;\xC1" . ($trial->compresses() ? "\x12" : '')) && lyo_maybe_unserialize($stored) === $value, 'WP_LYO: written as lyo, and compressed');
$trial->check(lyo_maybe_unserialize("a:0:lyo;\xC1\x10;", $found) === false && !$found, 'damaged data are not found');
$trial->say(sprintf('functions: %d values untouched, %d strings that look like data', count($untouched), count($escaped)));

// In a process of its own, without any autoloader.
$code = 'require ' . var_export(dirname(__DIR__, 3) . '/packages/wordpress/src/object-cache.php', true) . '; define("WP_LYO", ["writes" => "lyo", "unmarked_igbinary" => true]);'
    . ' echo json_encode([bin2hex(lyo_maybe_serialize([1, 2])), lyo_maybe_unserialize(lyo_maybe_serialize([1, 2])), lyo_maybe_unserialize("\0\0\0\2\6\5")]);';
$output = shell_exec(escapeshellarg(PHP_BINARY) . ' -n -r ' . escapeshellarg($code) . ' 2>&1');
$trial->check($output === json_encode([bin2hex('a:0:lyo;' . lyo_serialize([1, 2]) . pack('N', crc32(lyo_serialize([1, 2]))) . 'lyo;'), [1, 2], 5]), "one include is enough: $output");
DropIn::run($trial);
$code = 'define("WP_CONTENT_DIR", "/nowhere"); require ' . var_export(dirname(__DIR__, 3) . '/packages/wordpress/src/redis-object-cache.php', true) . '; echo json_encode([class_exists("WP_Object_Cache"), function_exists("wp_cache_init")]);';
$output = shell_exec(escapeshellarg(PHP_BINARY) . ' -n -r ' . escapeshellarg($code) . ' 2>&1');
$trial->check($output === '[false,false]', "without the plugin there is no drop-in: $output");
exit($trial->end());
