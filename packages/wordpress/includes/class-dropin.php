<?php
/**
 * The file wp-content/object-cache.php.
 *
 * @package Lyo_Object_Cache
 */

declare(strict_types=1);

namespace LyoPlugin;

use RedisException;
use RuntimeException;

/** Puts the drop-in into wp-content, knows what has become of it, and puts back what was there before. */
final class Dropin {

	const OPTION = 'lyo_object_cache';

	/** The drop-in is as it should be. */
	const ON = 'on';
	/** There is none of ours, and there should be none. */
	const OFF = 'off';
	/** Somebody has put another file in its place. */
	const OVERWRITTEN = 'overwritten';
	/** Somebody has removed it. */
	const MISSING = 'missing';
	/** It is ours, from another version of the plugin. */
	const OUTDATED = 'outdated';

	// phpcs:disable WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents -- Only local files are read.

	/** The path of the drop-in. */
	public static function file(): string {
		return WP_CONTENT_DIR . '/object-cache.php';
	}

	/** The path of what was there before. */
	public static function backup(): string {
		return WP_CONTENT_DIR . '/object-cache.before-lyo.php';
	}

	/** What has become of the drop-in. */
	public static function state(): string {
		$kind = self::kind();
		$is   = is_file( self::file() ) ? (string) file_get_contents( self::file() ) : null;
		if ( null === $kind ) {
			return null !== $is && self::is_ours( $is ) ? self::OUTDATED : self::OFF;
		}
		return match ( true ) {
			null === $is => self::MISSING,
			self::template( $kind ) === $is => self::ON,
			self::is_ours( $is ) => self::OUTDATED,
			default => self::OVERWRITTEN,
		};
	}

	/** The kind that was switched on: "redis-cache", "own" or null. */
	public static function kind(): ?string {
		$option = get_site_option( self::OPTION );
		$kind   = is_array( $option ) ? $option['kind'] ?? null : null;
		return in_array( $kind, array( 'redis-cache', 'own' ), true ) ? $kind : null;
	}

	/** The kind that this site would get: over Redis Object Cache, if that is here. */
	public static function kind_for_this_site(): string {
		return is_file( self::redis_cache() ) ? 'redis-cache' : 'own';
	}

	/** The drop-in in the folder of Redis Object Cache, whether it is there or not. */
	public static function redis_cache(): string {
		return ( defined( 'WP_REDIS_PLUGIN_PATH' ) ? WP_REDIS_PLUGIN_PATH : WP_PLUGIN_DIR . '/redis-cache' ) . '/includes/object-cache.php';
	}

	/** The name that a drop-in of another plugin gives itself; an empty text if it has none. */
	public static function foreign_name(): string {
		return is_file( self::file() ) ? get_file_data( self::file(), array( 'name' => 'Plugin Name' ) )['name'] : '';
	}

	/**
	 * What prevents that the cache is switched on.
	 *
	 * @return list<string>
	 */
	public static function obstacles(): array {
		$found = array();
		$is    = is_file( self::file() ) ? (string) file_get_contents( self::file() ) : null;
		$kind  = self::kind_for_this_site();
		if ( ! wp_is_writable( WP_CONTENT_DIR ) || ( null !== $is && ! wp_is_writable( self::file() ) ) ) {
			/* translators: %s: a folder */
			$found[] = sprintf( __( 'PHP may not write files into %s.', 'lyo-object-cache' ), WP_CONTENT_DIR );
		}
		if ( null !== $is && ! self::is_ours( $is ) && ( 'redis-cache' !== $kind || ! self::is_redis_cache( $is ) ) ) {
			$name = self::foreign_name();
			/* translators: %s: name of a plugin */
			$found[] = sprintf( __( 'There is the object cache of another plugin (%s). Switch it off there first.', 'lyo-object-cache' ), '' === $name ? 'object-cache.php' : $name );
		}
		if ( plugin_basename( dirname( __DIR__ ) . '/lyo-object-cache.php' ) !== 'lyo-object-cache/lyo-object-cache.php' || realpath( WP_PLUGIN_DIR . '/lyo-object-cache' ) !== realpath( dirname( __DIR__ ) ) ) {
			$found[] = __( 'The folder of this plugin must be called lyo-object-cache.', 'lyo-object-cache' );
		}
		if ( ! defined( 'LYO_OBJECT_CACHE' ) && realpath( WP_PLUGIN_DIR ) !== realpath( WP_CONTENT_DIR . '/plugins' ) && ! self::is_in_configuration( 'WP_PLUGIN_DIR' ) ) {
			$found[] = __( 'The folder of plugins is at another place. Define WP_PLUGIN_DIR in wp-config.php, and not in a plugin.', 'lyo-object-cache' );
		}
		if ( 'redis-cache' === $kind ) {
			if ( defined( 'WP_REDIS_SERIALIZER' ) && WP_REDIS_SERIALIZER ) {
				$found[] = __( 'WP_REDIS_SERIALIZER lets phpredis serialize, so that there is nothing to do for Lyo. Remove this constant from wp-config.php, and flush the cache.', 'lyo-object-cache' );
			}
			if ( defined( 'WP_REDIS_DISABLED' ) && WP_REDIS_DISABLED ) {
				$found[] = __( 'WP_REDIS_DISABLED is on.', 'lyo-object-cache' );
			}
			return $found;
		}
		try {
			Object_Cache::connect();
		} catch ( RuntimeException | RedisException $e ) {
			/* translators: %s: an error message */
			$found[] = sprintf( __( 'There is neither the plugin Redis Object Cache nor a server: %s. WP_LYO_SERVER in wp-config.php names one.', 'lyo-object-cache' ), $e->getMessage() );
		}
		return $found;
	}

	/**
	 * Switches the cache on.
	 *
	 * @throws RuntimeException If that is not possible.
	 */
	public static function enable(): void {
		$obstacles = self::obstacles();
		array() === $obstacles || throw new RuntimeException( implode( ' ', $obstacles ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- Who shows it escapes it.
		$kind = self::kind_for_this_site();
		$is   = is_file( self::file() ) ? (string) file_get_contents( self::file() ) : null;
		if ( null === $is || ( self::is_ours( $is ) && self::kind() !== $kind ) ) {
			self::write( WP_CONTENT_DIR . '/object-cache.flush', '' ); // What is in the store may be old.
		} elseif ( ! self::is_ours( $is ) ) {
			self::write( self::backup(), $is );
		}
		self::write( self::file(), self::template( $kind ) );
		update_site_option( self::OPTION, array( 'kind' => $kind ) );
	}

	/**
	 * Switches the cache off, and puts back what was there before. Values are converted before that, so that the drop-in that comes back reads them, or
	 * everything is deleted.
	 *
	 * @param bool $convert Whether values are converted.
	 *
	 * @return array{converted: int, dropped: int}|null What was converted; null if the cache was emptied.
	 *
	 * @throws RuntimeException If the file cannot be written.
	 */
	public static function disable( bool $convert ): ?array {
		$before = self::before();
		$is     = is_file( self::file() ) ? (string) file_get_contents( self::file() ) : null;
		$store  = $convert && null !== $before ? Store::current() : null;
		if ( null === $is || self::is_ours( $is ) ) {
			if ( null !== $before ) {
				self::write( self::file(), $before );
			} elseif ( null !== $is ) {
				self::delete( self::file() );
			}
		}
		self::delete( self::backup() );
		self::delete( WP_CONTENT_DIR . '/object-cache.flush' );
		delete_site_option( self::OPTION );
		if ( null === $store ) {
			wp_cache_flush();
			return null;
		}
		// Other requests write lyo until they see the file. What they write after this is a miss for the drop-in that is back.
		$store->leave();
		return $store->convert( 'native' );
	}

	/** Removes everything that the plugin has made. */
	public static function uninstall(): void {
		if ( self::state() !== self::OFF || is_file( self::backup() ) ) {
			self::disable( false );
		}
		self::delete( WP_CONTENT_DIR . '/object-cache.flush' );
		delete_site_option( self::OPTION );
	}

	/** After an update of the plugin: writes the new drop-in over an old one of ours. */
	public static function refresh(): void {
		if ( null !== self::kind() && self::state() === self::OUTDATED && wp_is_writable( self::file() ) ) {
			self::write( self::file(), self::template( self::kind() ) );
		}
	}

	/** Whether there is a drop-in to go back to, so that it pays to convert values. */
	public static function can_convert(): bool {
		return null !== self::before() && 'redis-cache' === self::kind();
	}

	/** The drop-in that comes back: what was there, or what Redis Object Cache has made of it since. */
	private static function before(): ?string {
		$before = is_file( self::backup() ) ? (string) file_get_contents( self::backup() ) : null;
		if ( null !== $before && self::is_redis_cache( $before ) && is_file( self::redis_cache() ) && version_compare( self::version( self::redis_cache() ), self::version( self::backup() ), '>' ) ) {
			return (string) file_get_contents( self::redis_cache() );
		}
		return $before;
	}

	/**
	 * The version of a drop-in.
	 *
	 * @param string $file Its path.
	 */
	private static function version( string $file ): string {
		return get_file_data( $file, array( 'version' => 'Version' ) )['version'];
	}

	/**
	 * The drop-in of a kind.
	 *
	 * @param string $kind "redis-cache" or "own".
	 */
	private static function template( string $kind ): string {
		return (string) file_get_contents( dirname( __DIR__ ) . "/dropin/$kind.php" );
	}

	/**
	 * Tells whether a drop-in is ours, of any version.
	 *
	 * @param string $content What is in it.
	 */
	private static function is_ours( string $content ): bool {
		return str_contains( substr( $content, 0, 500 ), 'Plugin Name: Lyo Object Cache (drop-in)' );
	}

	/**
	 * Tells whether a drop-in is that of Redis Object Cache.
	 *
	 * @param string $content What is in it.
	 */
	private static function is_redis_cache( string $content ): bool {
		return str_contains( substr( $content, 0, 1000 ), 'Plugin URI: https://wordpress.org/plugins/redis-cache/' );
	}

	/**
	 * Tells whether a constant was there before WordPress was loaded.
	 *
	 * @param string $name Its name.
	 */
	private static function is_in_configuration( string $name ): bool {
		$file = is_file( ABSPATH . 'wp-config.php' ) ? ABSPATH . 'wp-config.php' : dirname( ABSPATH ) . '/wp-config.php';
		return is_file( $file ) && str_contains( (string) file_get_contents( $file ), $name );
	}

	/**
	 * Writes a file at once: nobody ever reads a part of it.
	 *
	 * @param string $file    Its path.
	 * @param string $content What is in it.
	 *
	 * @throws RuntimeException If that is not possible.
	 */
	private static function write( string $file, string $content ): void {
		$new = $file . '.' . bin2hex( random_bytes( 4 ) ) . '.new';
		// phpcs:disable WordPress.WP.AlternativeFunctions, WordPress.PHP.NoSilencedErrors -- WP_Filesystem cannot replace a file at once.
		$is = @file_put_contents( $new, $content ) === strlen( $content );
		$is && @chmod( $new, 0644 & ~umask() );
		if ( ! $is || ! @rename( $new, $file ) ) {
			is_file( $new ) && unlink( $new );
			// phpcs:enable
			/* translators: %s: a file */
			throw new RuntimeException( sprintf( __( '%s cannot be written.', 'lyo-object-cache' ), $file ) ); // phpcs:ignore WordPress.Security.EscapeOutput
		}
		clearstatcache();
		self::forget( $file );
	}

	/**
	 * Lets OPcache forget a file.
	 *
	 * @param string $file Its path.
	 */
	private static function forget( string $file ): void {
		require_once ABSPATH . 'wp-admin/includes/file.php';
		wp_opcache_invalidate( $file, true );
	}

	/**
	 * Deletes a file, if it is there.
	 *
	 * @param string $file Its path.
	 *
	 * @throws RuntimeException If that is not possible.
	 */
	private static function delete( string $file ): void {
		clearstatcache();
		if ( is_file( $file ) ) {
			self::forget( $file );
			wp_delete_file( $file );
			clearstatcache();
			if ( is_file( $file ) ) {
				/* translators: %s: a file */
				throw new RuntimeException( sprintf( __( '%s cannot be deleted.', 'lyo-object-cache' ), $file ) ); // phpcs:ignore WordPress.Security.EscapeOutput
			}
		}
	}
}
