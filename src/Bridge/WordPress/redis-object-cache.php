<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// The drop-in of the plugin Redis Object Cache, with our formats. wp-content/object-cache.php has one line:
//
//   <?php require ABSPATH . '../vendor/lyo/lyo/src/Bridge/WordPress/redis-object-cache.php';
//
// The plugin's own drop-in is loaded from the plugin, so its updates come by themselves.

declare(strict_types=1);

use Lyo\Bridge\WordPress\RedisObjectCache;

require_once __DIR__ . '/object-cache.php';

(static function (): void {
    $folder = static function (string $constant): ?string {
        $folder = defined($constant) ? constant($constant) : null;
        return is_string($folder) ? $folder : null;
    };
    $plugin = $folder('WP_REDIS_PLUGIN_PATH') ?? ($folder('WP_PLUGIN_DIR') ?? $folder('WP_CONTENT_DIR') . '/plugins') . '/redis-cache';
    $dropIn = "$plugin/includes/object-cache.php";
    if (!is_file($dropIn)) {
        return; // WordPress goes on without a persistent cache, as it does without a drop-in
    }
    require_once $dropIn;
    if (!class_exists(WP_Object_Cache::class, false)) {
        return; // WP_REDIS_DISABLED
    }
    // wp_cache_init() makes an object only if there is none.
    $GLOBALS['wp_object_cache'] = new RedisObjectCache(defined('WP_REDIS_GRACEFUL') && WP_REDIS_GRACEFUL);
    // The plugin's pages and commands treat this drop-in as theirs.
    function_exists('add_filter') && add_filter('redis_cache_validate_dropin', '__return_true');
})();
