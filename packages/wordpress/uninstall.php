<?php
/**
 * Removes everything that the plugin has made. WordPress runs this file when the plugin is deleted.
 *
 * @package Lyo_Object_Cache
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

if ( PHP_VERSION_ID >= 80200 ) {
	require_once __DIR__ . '/includes/autoload.php';
	LyoPlugin\Dropin::uninstall();
}
