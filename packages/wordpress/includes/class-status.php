<?php
/**
 * What the plugin says of itself.
 *
 * @package Lyo_Object_Cache
 */

declare(strict_types=1);

namespace LyoPlugin;

use InvalidArgumentException;
use LyoPlugin\Lyo\Bridge\Settings;
use LyoPlugin\Lyo\Bridge\WordPress\RedisObjectCache;
use LyoPlugin\Lyo\Bridge\Writes;

/** The state of the cache in words, for the administration and the command line. */
final class Status {

	/** Versions of Redis Object Cache that this plugin was tested with. */
	const TESTED = array( '2.6.3' );

	/** The format that this process writes. */
	public static function writes(): string {
		if ( ! defined( 'LYO_OBJECT_CACHE' ) ) {
			return 'native';
		}
		if ( 'redis-cache' === LYO_OBJECT_CACHE && defined( 'WP_REDIS_IGBINARY' ) && WP_REDIS_IGBINARY && false !== ini_get( 'igbinary.compact_strings' ) ) {
			return 'igbinary';
		}
		try {
			$settings = defined( 'WP_LYO' ) && is_array( WP_LYO ) ? WP_LYO : array();
			return ( Settings::packer( $settings, null, false )->writes ?? Writes::Native )->value;
		} catch ( InvalidArgumentException $e ) {
			return 'native';
		}
	}

	/** The version of the extension lyo; null if it is not loaded. */
	public static function extension(): ?string {
		return false === ini_get( 'lyo.max_depth' ) ? null : (string) phpversion( 'lyo' );
	}

	/** Where values are stored. */
	public static function store(): string {
		$cache = $GLOBALS['wp_object_cache'] ?? null;
		if ( $cache instanceof Object_Cache ) {
			return $cache->backend()?->address() ?? (string) $cache->error;
		}
		if ( $cache instanceof RedisObjectCache ) {
			return $cache->redis_status() ? __( 'Redis, by Redis Object Cache', 'lyo-object-cache' ) : __( 'Redis does not answer', 'lyo-object-cache' );
		}
		return wp_using_ext_object_cache() ? __( 'another object cache', 'lyo-object-cache' ) : __( 'none', 'lyo-object-cache' );
	}

	/**
	 * Facts by name.
	 *
	 * @return array<string, string>
	 */
	public static function facts(): array {
		return array(
			'state'     => Dropin::state(),
			'kind'      => Dropin::kind() ?? 'none',
			'store'     => self::store(),
			'writes'    => self::writes(),
			'sapi'      => PHP_SAPI,
			'extension' => self::extension() ?? 'not loaded',
			'igbinary'  => self::igbinary(),
		);
	}

	/** The extension igbinary of this process. */
	private static function igbinary(): string {
		return match ( true ) {
			false === ini_get( 'igbinary.compact_strings' ) => 'not loaded',
			false !== ini_get( 'igbinary.write_format' ) => 'igbinary.so of Lyo',
			default => 'igbinary',
		};
	}

	/**
	 * What somebody should do, as sentences.
	 *
	 * @return list<string>
	 */
	public static function problems(): array {
		$found = array();
		$state = Dropin::state();
		if ( Dropin::OVERWRITTEN === $state ) {
			$name = Dropin::foreign_name();
			/* translators: %s: name of a plugin */
			$found[] = sprintf( __( 'Somebody has put another file in the place of the object cache of Lyo: %s. Nothing is wrong with your pages. Enable the cache again, or disable it.', 'lyo-object-cache' ), '' === $name ? 'wp-content/object-cache.php' : $name );
		}
		if ( Dropin::MISSING === $state ) {
			$found[] = __( 'Somebody has removed the object cache of Lyo, wp-content/object-cache.php. Enable the cache again, or disable it.', 'lyo-object-cache' );
		}
		if ( Dropin::OUTDATED === $state ) {
			$found[] = __( 'wp-content/object-cache.php is from another version of this plugin, and cannot be replaced. Enable the cache again.', 'lyo-object-cache' );
		}
		if ( isset( $GLOBALS['lyo_object_cache_error'] ) && is_string( $GLOBALS['lyo_object_cache_error'] ) ) {
			/* translators: %s: an error message */
			$found[] = sprintf( __( 'WP_LYO in wp-config.php is wrong, and is not used: %s', 'lyo-object-cache' ), $GLOBALS['lyo_object_cache_error'] );
		}
		$cache = $GLOBALS['wp_object_cache'] ?? null;
		if ( $cache instanceof Object_Cache && null !== $cache->error ) {
			/* translators: %s: an error message */
			$found[] = sprintf( __( 'The server of the object cache does not answer: %s. Pages work, but are slower.', 'lyo-object-cache' ), $cache->error );
		}
		if ( Dropin::ON === $state && 'redis-cache' === Dropin::kind() && ! $cache instanceof RedisObjectCache && ! isset( $GLOBALS['lyo_object_cache_error'] ) ) {
			$found[] = __( 'Redis Object Cache is not there any more, so there is no persistent cache. Enable the cache again to use that of this plugin.', 'lyo-object-cache' );
		}
		return $found;
	}

	/**
	 * What may be good to know, as sentences.
	 *
	 * @return list<string>
	 */
	public static function hints(): array {
		$found = array();
		if ( null === self::extension() ) {
			$found[] = __( 'The PHP extension lyo is not loaded, so that values are stored as before. What was stored in lyo is read, but slowly. Ask your host for the extension.', 'lyo-object-cache' );
		}
		if ( defined( 'WP_REDIS_IGBINARY' ) && WP_REDIS_IGBINARY ) {
			$found[] = false === ini_get( 'igbinary.write_format' )
				? __( 'This site stores igbinary (WP_REDIS_IGBINARY). The way to lyo is the igbinary.so of Lyo in the place of the other one. When every server has it, one line in php.ini, igbinary.write_format = lyo, stores lyo. Too early, that is before every server has it, a server with the other igbinary shows other content. To go back, remove the line and flush the cache before you change igbinary.so.', 'lyo-object-cache' )
				: __( 'This site stores what igbinary.so of Lyo writes (WP_REDIS_IGBINARY). With igbinary.write_format = lyo in php.ini that is lyo. Set it only when every server has this igbinary.so: too early, a server with the other igbinary shows other content.', 'lyo-object-cache' );
		}
		$file = Dropin::redis_cache();
		if ( is_file( $file ) ) {
			$version = get_file_data( $file, array( 'version' => 'Version' ) )['version'];
			if ( ! in_array( $version, self::TESTED, true ) ) {
				/* translators: 1: version, 2: versions */
				$found[] = sprintf( __( 'Redis Object Cache %1$s was not tested with this plugin. Tested: %2$s.', 'lyo-object-cache' ), $version, implode( ', ', self::TESTED ) );
			}
		}
		return $found;
	}
}
