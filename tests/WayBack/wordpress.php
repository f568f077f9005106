<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// WordPress with a persistent object cache on Redis, and a database of MariaDB. application.php loads this file. "flush" does what "wp cache flush" does.

declare(strict_types=1);

$sites = realpath((getenv('BUILD') ?: "$root/build") . '/way-back');
$plugin = $application !== 'wordpress';
putenv("SITE_ROOT=$sites/wordpress");
putenv("SITE_CONTENT=$folder/content");
putenv('SITE_PREFIX=wp_');
putenv('SITE_DATABASE=0');
putenv("BRIDGE_REDIS=$port");
putenv('SITE_LYO=' . ($what === 'write' ? '{"writes": "lyo", "compress": "zlib"}' : '[]'));

// wp-content: the drop-in is the plugin's, or another one; with Lyo as docs/bridges/wordpress.md says.
is_dir("$folder/content/plugins") || mkdir("$folder/content/plugins", recursive: true) && mkdir("$folder/content/themes");
is_link("$folder/content/themes/default") || symlink("$root/tests/Apps/WordPress/theme", "$folder/content/themes/default");
$plugin && !is_link("$folder/content/plugins/redis-cache") && symlink("$sites/redis-cache", "$folder/content/plugins/redis-cache");
$dropIn = (string) file_get_contents($plugin ? "$sites/redis-cache/includes/object-cache.php" : __DIR__ . '/WordPress/object-cache.php');
if ($what !== 'read') {
    $dropIn = $plugin
        ? '<?php require ' . var_export("$root/packages/wordpress/src/redis-object-cache.php", true) . ';'
        : strtr($dropIn, ['maybe_serialize(' => 'lyo_maybe_serialize(', 'maybe_unserialize($stored) : false;' => 'lyo_maybe_unserialize($stored, $found) : false;', 'declare(strict_types=1);' => 'declare(strict_types=1); require_once ' . var_export("$root/packages/wordpress/src/object-cache.php", true) . ';']);
}
file_put_contents("$folder/content/object-cache.php", $dropIn);

$_SERVER += ['HTTP_HOST' => 'example.org', 'SERVER_NAME' => 'example.org', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REMOTE_ADDR' => '127.0.0.1'];
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['REQUEST_URI'] = '/';
define('DISABLE_WP_CRON', true);
if ($what === 'write') {
    $server = new mysqli(socket: getenv('SITE_SOCKET'), username: 'root', hostname: 'localhost');
    array_map($server->query(...), ['DROP DATABASE IF EXISTS test', 'CREATE DATABASE test']);
    define('WP_INSTALLING', true);
}
$stored = $values; // WordPress has variables of its own
require "$root/tests/Apps/WordPress/config.php";
require ABSPATH . 'wp-settings.php';
if ($what === 'flush') {
    exit(wp_cache_flush() ? 0 : 1);
}
if ($what === 'write') {
    require ABSPATH . 'wp-admin/includes/upgrade.php';
    wp_install('A site', 'admin', 'admin@example.org', true, '', 'password');
    update_option('template', 'default');
    update_option('stylesheet', 'default');
}
foreach ($stored as $name => $value) {
    if ($what === 'write') {
        update_option("lyo $name", $value);
        get_option("lyo $name");
        set_transient("lyo $name", $value, 3600);
        wp_cache_set($name, $value, 'lyo') || throw new RuntimeException("$name is not stored");
        continue;
    }
    // As plugins do: what is not there is computed, and stored. After that it is there.
    wp_cache_get($name, 'lyo', true, $found);
    $found || wp_cache_add($name, $value, 'lyo');
    get_transient("lyo $name") === false && set_transient("lyo $name", $value, 3600);
    foreach ([get_option("lyo $name", 'no option'), get_transient("lyo $name"), wp_cache_get($name, 'lyo', true)] as $read) {
        $pairs[] = [is_scalar($value) && is_scalar($read) && (string) $read === (string) $value ? $value : $read, $value]; // Redis and MariaDB have text
    }
}
