<?php
/**
 * The object cache. wp-content/object-cache.php loads this file, before plugins and most of WordPress.
 *
 * @package Lyo_Object_Cache
 */

use LyoPlugin\Lyo\Bridge\Settings;
use LyoPlugin\Object_Cache;

defined( 'ABSPATH' ) || exit;

require_once __DIR__ . '/autoload.php';

/*
 * Every host that shares the store has this drop-in, or has a miss for what is in lyo. WP_LYO in wp-config.php wins. OPcache may keep in compiled
 * code which extensions are loaded, but not their settings.
 */
if ( ! defined( 'WP_LYO' ) ) {
	define(
		'WP_LYO',
		array(
			'writes'           => 'auto',
			'every_host_reads' => true,
			'compress'         => false !== ini_get( 'zlib.output_compression' ) ? 'zlib' : null,
			'min_size'         => 2000, // Half of the bytes go, and pages take no longer. To compress more costs time on each page.
		)
	);
}

( static function () {
	$flush = WP_CONTENT_DIR . '/object-cache.flush';
	try {
		Settings::packer( is_array( WP_LYO ) ? WP_LYO : array(), null, false );
	} catch ( InvalidArgumentException $e ) {
		$GLOBALS['lyo_object_cache_error'] = $e->getMessage(); // Site Health tells it.
	}
	if ( 'own' === LYO_OBJECT_CACHE ) {
		require_once __DIR__ . '/cache-functions.php';
	} elseif ( isset( $GLOBALS['lyo_object_cache_error'] ) ) {
		$plugins = defined( 'WP_PLUGIN_DIR' ) ? WP_PLUGIN_DIR : WP_CONTENT_DIR . '/plugins';
		$redis   = ( defined( 'WP_REDIS_PLUGIN_PATH' ) ? WP_REDIS_PLUGIN_PATH : "$plugins/redis-cache" ) . '/includes/object-cache.php';
		is_file( $redis ) && require_once $redis;
	} else {
		require_once dirname( __DIR__ ) . '/lib/Bridge/WordPress/redis-object-cache.php';
	}
	if ( ! function_exists( 'wp_cache_init' ) ) {
		// Redis Object Cache is away: nobody keeps its cache up to date.
		is_file( $flush ) || touch( $flush ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- WP_Filesystem is not loaded yet.
	} elseif ( is_file( $flush ) ) {
		wp_cache_init();
		if ( wp_cache_flush() && is_file( $flush ) ) {
			unlink( $flush ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- WP_Filesystem is not loaded yet.
		}
	}
} )();
