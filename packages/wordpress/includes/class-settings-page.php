<?php
/**
 * The page in the administration.
 *
 * @package Lyo_Object_Cache
 */

declare(strict_types=1);

namespace LyoPlugin;

use RuntimeException;

/** Settings > Lyo Object Cache; in a network it is in the administration of the network. */
final class Settings_Page {

	const SLUG   = 'lyo-object-cache';
	const ACTION = 'lyo_object_cache';

	/** Adds the page to the menu. */
	public static function add(): void {
		$title = __( 'Lyo Object Cache', 'lyo-object-cache' );
		if ( is_multisite() ) {
			add_submenu_page( 'settings.php', $title, $title, self::capability(), self::SLUG, array( self::class, 'show' ) );
		} else {
			add_options_page( $title, $title, self::capability(), self::SLUG, array( self::class, 'show' ) );
		}
	}

	/** The address of the page. */
	public static function url(): string {
		return is_multisite() ? network_admin_url( 'settings.php?page=' . self::SLUG ) : admin_url( 'options-general.php?page=' . self::SLUG );
	}

	/**
	 * Adds a link to the list of plugins.
	 *
	 * @param array<string> $links Links.
	 *
	 * @return array<string>
	 */
	public static function links( $links ) {
		array_unshift( $links, '<a href="' . esc_url( self::url() ) . '">' . esc_html__( 'Settings', 'lyo-object-cache' ) . '</a>' );
		return $links;
	}

	/** Shows the page. */
	public static function show(): void {
		if ( ! current_user_can( self::capability() ) ) {
			return;
		}
		$state = Dropin::state();
		$facts = Status::facts();
		echo '<div class="wrap"><h1>', esc_html__( 'Lyo Object Cache', 'lyo-object-cache' ), '</h1>';
		// phpcs:disable WordPress.Security.NonceVerification.Recommended -- Nothing is done with these but to show a sentence.
		$done = isset( $_GET['done'] ) && is_string( $_GET['done'] ) ? sanitize_key( $_GET['done'] ) : '';
		$text = match ( $done ) {
			'enable' => __( 'The object cache is on.', 'lyo-object-cache' ),
			'flush' => __( 'The object cache is off, and was flushed.', 'lyo-object-cache' ),
			/* translators: %d: number of items */
			'convert' => sprintf( __( 'The object cache is off. %d items were converted.', 'lyo-object-cache' ), isset( $_GET['items'] ) ? absint( $_GET['items'] ) : 0 ),
			default => null,
		};
		// phpcs:enable
		if ( null !== $text ) {
			echo '<div class="notice notice-success"><p>', esc_html( $text ), '</p></div>';
		}
		echo '<table class="widefat striped" style="max-width:60em"><tbody>';
		foreach ( array(
			__( 'State', 'lyo-object-cache' )             => $facts['state'],
			__( 'Store', 'lyo-object-cache' )             => $facts['store'],
			__( 'Format that is written', 'lyo-object-cache' ) => $facts['writes'],
			__( 'PHP extension lyo', 'lyo-object-cache' ) => $facts['extension'],
		) as $name => $value ) {
			echo '<tr><th scope="row">', esc_html( $name ), '</th><td>', esc_html( $value ), '</td></tr>';
		}
		echo '</tbody></table>';
		foreach ( Status::hints() as $hint ) {
			echo '<p>', esc_html( $hint ), '</p>';
		}
		if ( Dropin::ON !== $state ) {
			$obstacles = Dropin::obstacles();
			foreach ( $obstacles as $obstacle ) {
				echo '<div class="notice notice-warning inline"><p>', esc_html( $obstacle ), '</p></div>';
			}
			self::button( 'enable', __( 'Enable', 'lyo-object-cache' ), array() !== $obstacles );
		}
		if ( Dropin::OFF !== $state ) {
			if ( Dropin::can_convert() ) {
				self::button( 'convert', __( 'Disable, and convert what is stored', 'lyo-object-cache' ) );
			}
			self::button( 'flush', __( 'Disable, and flush the cache', 'lyo-object-cache' ) );
		}
		echo '</div>';
	}

	/** Does what a button says. */
	public static function handle(): void {
		if ( ! current_user_can( self::capability() ) ) {
			wp_die( esc_html__( 'You may not do this.', 'lyo-object-cache' ), '', array( 'response' => 403 ) );
		}
		check_admin_referer( self::ACTION );
		$does = isset( $_POST['does'] ) && is_string( $_POST['does'] ) ? sanitize_key( wp_unslash( $_POST['does'] ) ) : '';
		$done = array( 'done' => $does );
		try {
			if ( 'enable' === $does ) {
				Dropin::enable();
			} elseif ( 'convert' === $does || 'flush' === $does ) {
				$counts = Dropin::disable( 'convert' === $does );
				$done   = null === $counts ? array( 'done' => 'flush' ) : $done + array( 'items' => $counts['converted'] );
			} else {
				wp_die( esc_html__( 'There is no such button.', 'lyo-object-cache' ), '', array( 'response' => 400 ) );
			}
		} catch ( RuntimeException $e ) {
			wp_die( esc_html( $e->getMessage() ), '', array( 'back_link' => true ) );
		}
		// A transient could be lost: it may be in the cache that has just been switched.
		wp_safe_redirect( add_query_arg( $done, self::url() ) );
		exit;
	}

	/** Says on all pages of the administration what somebody should do. */
	public static function notices(): void {
		if ( ! current_user_can( self::capability() ) ) {
			return;
		}
		foreach ( Status::problems() as $problem ) {
			echo '<div class="notice notice-warning"><p>', esc_html__( 'Lyo Object Cache:', 'lyo-object-cache' ), ' ', esc_html( $problem ), ' <a href="', esc_url( self::url() ), '">', esc_html__( 'Settings', 'lyo-object-cache' ), '</a></p></div>';
		}
	}

	/** Who may use the page. */
	private static function capability(): string {
		return is_multisite() ? 'manage_network_options' : 'manage_options';
	}

	/**
	 * Shows a button.
	 *
	 * @param string $does     What it does.
	 * @param string $label    What is on it.
	 * @param bool   $disabled Whether it cannot be used.
	 */
	private static function button( string $does, string $label, bool $disabled = false ): void {
		echo '<form method="post" action="', esc_url( admin_url( 'admin-post.php' ) ), '" style="display:inline-block;margin:1em 1em 0 0">';
		wp_nonce_field( self::ACTION );
		echo '<input type="hidden" name="action" value="', esc_attr( self::ACTION ), '"><button class="button ', 'enable' === $does ? 'button-primary' : '', '" name="does" value="', esc_attr( $does ), '"', disabled( $disabled, true, false ), '>', esc_html( $label ), '</button></form>';
	}
}
