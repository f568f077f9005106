<?php
/**
 * The plugin.
 *
 * @package Lyo_Object_Cache
 */

declare(strict_types=1);

namespace LyoPlugin;

use WP_CLI;

/** Tells WordPress what the plugin does. */
final class Plugin {

	/**
	 * Adds all hooks.
	 *
	 * @param string $file The main file.
	 */
	public static function register( string $file ): void {
		add_action(
			'init',
			static function () use ( $file ): void {
				load_plugin_textdomain( 'lyo-object-cache', false, dirname( plugin_basename( $file ) ) . '/languages' );
			}
		);
		register_deactivation_hook( $file, array( self::class, 'deactivate' ) );
		add_filter( ( is_multisite() ? 'network_admin_' : '' ) . 'plugin_action_links_' . plugin_basename( $file ), array( Settings_Page::class, 'links' ) );
		add_action( is_multisite() ? 'network_admin_menu' : 'admin_menu', array( Settings_Page::class, 'add' ) );
		add_action( 'admin_post_lyo_object_cache', array( Settings_Page::class, 'handle' ) );
		add_action( is_multisite() ? 'network_admin_notices' : 'admin_notices', array( Settings_Page::class, 'notices' ) );
		add_action( 'admin_init', array( Dropin::class, 'refresh' ) );
		add_filter( 'site_status_tests', array( Site_Health::class, 'tests' ) );
		add_filter( 'debug_information', array( Site_Health::class, 'information' ) );
		if ( defined( 'WP_CLI' ) && WP_CLI ) {
			WP_CLI::add_command( 'lyo', Command::class );
		}
	}

	/** While the plugin is off, its drop-in is off, too. */
	public static function deactivate(): void {
		if ( Dropin::state() !== Dropin::OFF ) {
			Dropin::disable( Dropin::can_convert() );
		}
	}
}
