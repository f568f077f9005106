<?php
/**
 * Plugin Name: Lyo Object Cache (drop-in)
 * Description: An object cache in Redis or Memcached, which stores less.
 * Version: 0.2.0
 * Requires PHP: 8.2
 * License: BSD-3-Clause
 *
 * The plugin Lyo Object Cache has put this file here, and removes it again. If the folder of the plugin is missing, WordPress goes on without a persistent cache.
 *
 * @package Lyo_Object_Cache
 */

defined( 'ABSPATH' ) || exit;

( static function () {
	$plugins = defined( 'WP_PLUGIN_DIR' ) ? WP_PLUGIN_DIR : WP_CONTENT_DIR . '/plugins';
	if ( PHP_VERSION_ID >= 80200 && is_file( "$plugins/lyo-object-cache/includes/object-cache.php" ) ) {
		define( 'LYO_OBJECT_CACHE', 'own' );
		require_once "$plugins/lyo-object-cache/includes/object-cache.php";
		return;
	}
	// The cache is emptied before it is used again.
	is_file( __DIR__ . '/object-cache.flush' ) || touch( __DIR__ . '/object-cache.flush' ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- WP_Filesystem is not loaded yet.
} )();
