<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// One web head of WordPress for one request: head.php install | update | rename TITLE | page URL | write KEY | read KEY...; Site.php starts it.

declare(strict_types=1);

use Lyo\Tests\Library\Bridge\Gadget;
use Lyo\Tests\Library\Bridge\Planted;

[, $command] = $argv;
$arguments = array_slice($argv, 2);
$_SERVER += ['HTTP_HOST' => 'example.org', 'SERVER_NAME' => 'example.org', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REMOTE_ADDR' => '127.0.0.1'];
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['REQUEST_URI'] = $command === 'page' ? $arguments[0] : '/';
parse_str((string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_QUERY), $_GET);
$_REQUEST = $_GET;
define('DISABLE_WP_CRON', true);

if ($command === 'page') {
    define('WP_USE_THEMES', true);
    require getenv('SITE_ROOT') . '/wp-blog-header.php';
    echo "\n<!-- ", get_num_queries(), " -->\n";
    exit;
}
match ($command) {
    'install' => define('WP_INSTALLING', true),
    'update' => define('WP_ADMIN', true),
    'rename' => null,
    default => define('SHORTINIT', true),
};
require getenv('SITE_ROOT') . '/wp-load.php';

if ($command === 'install') {
    require ABSPATH . 'wp-admin/includes/upgrade.php';
    wp_install('A site', 'admin', 'admin@example.org', true, '', 'password');
    update_option('template', 'default');
    update_option('stylesheet', 'default');
    set_transient('lyo_transient', ['text' => 'a transient', 'rows' => array_fill(0, 10, ['id' => 5])], 3600);
    for ($i = 1; $i <= 5; $i++) {
        $users[] = wp_insert_user(['user_login' => "user$i", 'user_pass' => 'x', 'display_name' => "User $i", 'description' => "text of user $i", 'role' => 'author']);
        $terms[] = wp_insert_term("Category $i", 'category')['term_id'];
    }
    for ($i = 1; $i <= 20; $i++) {
        $id = wp_insert_post(['post_title' => "Post $i", 'post_content' => str_repeat("Text of post $i. ", 30), 'post_status' => 'publish', 'post_author' => $users[$i % 5], 'post_category' => [$terms[$i % 5]], 'tags_input' => ['tag ' . $i % 3, 'tag'], 'post_date' => "2026-01-$i 10:00:00"]);
        update_post_meta($id, 'facts', ['number' => $i, 'list' => range(1, $i)]);
        wp_insert_comment(['comment_post_ID' => $id, 'comment_content' => "Comment on $i: O:8:\"stdClass\":0:{}", 'comment_author' => "Visitor $i", 'comment_approved' => 1]);
    }
    exit("installed\n");
}

if ($command === 'rename') {
    update_option('blogname', $arguments[0]) || exit('not stored');
    exit('renamed');
}

if ($command === 'update') { // of the plugin: does it overwrite the drop-in?
    require ABSPATH . 'wp-admin/includes/admin.php';
    require WP_CONTENT_DIR . '/plugins/redis-cache/redis-cache.php';
    $plugin = Rhubarb\RedisCache\Plugin::instance();
    $plugin->maybe_update_dropin();
    echo "\n", $plugin->validate_object_cache_dropin() ? 'its own' : 'foreign', ', ', has_action('shutdown', [$plugin, 'update_dropin']) === false ? 'left alone' : 'overwritten';
    remove_all_actions('shutdown');
    exit;
}

foreach (['Gadget', 'Old', 'Planted'] as $class) {
    require dirname(__DIR__, 2) . "/Library/Bridge/$class.php";
}
require_once dirname(__DIR__, 3) . '/packages/wordpress/src/object-cache.php';
$strings = array_values(Planted::strings());
if ($command === 'write') {
    [$key] = $arguments;
    foreach ($strings as $i => $string) {
        wp_cache_set("$key-$i", $string, 'planted') || exit("not stored: $i");
    }
    exit('stored ' . count($strings));
}
$read = $same = $misses = 0;
$others = [];
foreach ($arguments as $key) {
    foreach ($strings as $i => $string) {
        $read++;
        $value = wp_cache_get("$key-$i", 'planted', true, $found);
        if ($value === $string && $found) {
            $same++;
        } elseif ($value === false) {
            $misses++;
        } else {
            $others[] = bin2hex($string);
        }
    }
}
printf('%d read, %d same, %d misses, %d objects, %d others.%s', $read, $same, $misses, Gadget::$made, count($others), implode(' ', $others));
