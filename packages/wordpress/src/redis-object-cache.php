<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// The drop-in of the plugin Redis Object Cache, with the formats of Lyo. wp-content/object-cache.php has one line:
//
//   <?php require ABSPATH . '../vendor/lyo/wordpress/src/redis-object-cache.php';
//
// This file loads the plugin's own drop-in from the folder of the plugin, so updates of the plugin take effect.

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
        return; // WordPress then has no persistent cache, as without a drop-in
    }
    require_once $dropIn;
    if (!class_exists(WP_Object_Cache::class, false)) {
        return; // the constant WP_REDIS_DISABLED is on
    }
    // wp_cache_init() keeps an object that is there already.
    $GLOBALS['wp_object_cache'] = new RedisObjectCache(defined('WP_REDIS_GRACEFUL') && WP_REDIS_GRACEFUL);
    // With this filter, pages and commands of the plugin treat this drop-in as their own.
    function_exists('add_filter') && add_filter('redis_cache_validate_dropin', '__return_true');
})();
