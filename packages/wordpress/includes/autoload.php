<?php
/**
 * Loads the classes of the plugin and of its library.
 *
 * @package Lyo_Object_Cache
 */

spl_autoload_register(
	static function ( $name ) {
		if ( 0 === strpos( $name, 'LyoPlugin\\Lyo\\' ) ) {
			$file = '/lib/' . strtr( substr( $name, 14 ), '\\', '/' ) . '.php';
		} elseif ( 0 === strpos( $name, 'LyoPlugin\\' ) ) {
			$file = '/includes/class-' . strtolower( strtr( substr( $name, 10 ), '_', '-' ) ) . '.php';
		} elseif ( 0 === strpos( $name, 'Lyo\\Exception\\' ) ) { // The extension has most of them.
			$file = '/lib/Exception/' . substr( $name, 14 ) . '.php';
		} else {
			return;
		}
		if ( is_file( dirname( __DIR__ ) . $file ) ) {
			require dirname( __DIR__ ) . $file;
		}
	}
);
require_once dirname( __DIR__ ) . '/lib/functions.php';
