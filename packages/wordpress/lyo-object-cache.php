<?php
/**
 * Plugin Name:       Lyo Object Cache
 * Description:       Stores the persistent object cache in a compact format: less memory in Redis or Memcached. Works with Redis Object Cache, and without it.
 * Version:           0.2.0
 * Requires at least: 6.8
 * Requires PHP:      8.2
 * Author:            The Lyo authors
 * License:           BSD-3-Clause
 * License URI:       https://opensource.org/license/bsd-3-clause
 * Text Domain:       lyo-object-cache
 * Domain Path:       /languages
 * Network:           true
 *
 * This file is read by every PHP that WordPress runs on. All other files need PHP 8.2.
 *
 * @package Lyo_Object_Cache
 */

defined( 'ABSPATH' ) || exit;

if ( PHP_VERSION_ID < 80200 || PHP_INT_SIZE < 8 ) {
	/**
	 * Says what is missing.
	 */
	function lyo_object_cache_needs_php() {
		/* translators: %s: version of PHP */
		$text = __( 'Lyo Object Cache needs PHP 8.2 or newer, with 64 bits. This server has PHP %s, so the plugin does nothing. Your host can change the version.', 'lyo-object-cache' );
		echo '<div class="notice notice-warning"><p>' . esc_html( sprintf( $text, PHP_VERSION ) ) . '</p></div>';
	}
	add_action( 'admin_notices', 'lyo_object_cache_needs_php' );
	add_action( 'network_admin_notices', 'lyo_object_cache_needs_php' );
	return;
}

require_once __DIR__ . '/includes/autoload.php';
LyoPlugin\Plugin::register( __FILE__ );
