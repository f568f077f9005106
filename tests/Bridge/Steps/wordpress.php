<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// WordPress with Redis Object Cache: the front page of a site, as page.php asks for it. "lyo" has the drop-in of docs/bridges/wordpress.md.

declare(strict_types=1);

/** @var string $build */
/** @var string $root */
/** @var string $folder */
/** @var string $head */
/** @var string $does */
/** @var string $package */
/** @var string $database */
$sites = realpath("$build/way-back");
preg_match('/unix_socket=([^;]+);dbname=([^;]+)/', $database, $parts);
foreach (['SITE_ROOT' => "$sites/wordpress", 'SITE_CONTENT' => "$folder/content", 'STEPS_HEAD' => $head, 'SITE_PREFIX' => 'wp_', 'SITE_DATABASE' => getenv('STEPS_REDIS') ?: '0', 'SITE_SOCKET' => $parts[1] ?? '', 'SITE_LYO' => $head === 'plain' ? '[]' : '{"writes": "auto", "every_host_reads": true}'] as $name => $value) {
    putenv("$name=$value");
}
define('DB_NAME', $parts[2] ?? '');
$_SERVER = ['HTTP_HOST' => 'example.org', 'SERVER_NAME' => 'example.org', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REMOTE_ADDR' => '127.0.0.1', 'REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/', 'SCRIPT_NAME' => '/index.php', 'PHP_SELF' => '/index.php'] + $_SERVER;
define('DISABLE_WP_CRON', true);
if ($does === 'install') {
    mkdir("$folder/content/plugins", recursive: true);
    mkdir("$folder/content/themes");
    symlink("$sites/redis-cache", "$folder/content/plugins/redis-cache");
    symlink("$root/tests/Apps/WordPress/theme", "$folder/content/themes/default");
    foreach (glob("$sites/wordpress/wp-content/themes/*", GLOB_ONLYDIR) ?: [] as $theme) { // Debian's package of WordPress has none
        symlink($theme, "$folder/content/themes/" . basename($theme));
    }
    // One folder for all heads, because its path is in the keys of some items.
    file_put_contents("$folder/content/object-cache.php", "<?php require __DIR__ . '/' . getenv('STEPS_HEAD') . '.php';\n");
    copy("$sites/redis-cache/includes/object-cache.php", "$folder/content/plain.php");
    foreach (['lyo' => "$root/packages/wordpress/src", 'gone' => "$folder/vendor/lyo/wordpress/src"] as $kind => $source) {
        preg_match('/^```php\n(<\?php\n.*?redis-object-cache\.php.*?)^```$/ms', (string) file_get_contents("$root/docs/bridges/wordpress.md"), $block);
        $code = str_replace("ABSPATH . '../vendor/lyo/wordpress/src/", var_export("$source/", true) . " . '", $block[1] ?? throw new UnexpectedValueException('wordpress.md has no drop-in'), $count);
        $count === 1 || throw new UnexpectedValueException('the drop-in of wordpress.md has another path');
        file_put_contents("$folder/content/$kind.php", $code);
    }
    define('WP_INSTALLING', true);
} else {
    define('WP_USE_THEMES', true);
}
require "$root/tests/Apps/WordPress/config.php";
ob_start();
if ($does === 'install') {
    require ABSPATH . 'wp-settings.php';
    require ABSPATH . 'wp-admin/includes/upgrade.php';
    wp_install('A site', 'admin', 'admin@example.org', true, '', 'password');
    $theme = wp_get_theme(WP_DEFAULT_THEME)->exists() ? WP_DEFAULT_THEME : 'default';
    update_option('template', $theme);
    update_option('stylesheet', $theme);
    for ($i = 1; $i <= 20; $i++) {
        $post = wp_insert_post(['post_title' => "Post $i", 'post_content' => str_repeat("Text of post $i. ", 30), 'post_status' => 'publish', 'tags_input' => ['tag ' . $i % 3, 'tag'], 'post_date' => "2026-01-$i 10:00:00"]);
        update_post_meta($post, 'facts', ['number' => $i, 'list' => range(1, $i)]);
    }
    wp_cache_flush();
} else {
    require ABSPATH . 'wp-settings.php';
    $does === 'write' && wp_cache_flush();
    wp();
    require ABSPATH . WPINC . '/template-loader.php';
}
$shown['page'] = (string) ob_get_clean();
