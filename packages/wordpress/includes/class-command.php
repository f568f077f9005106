<?php
/**
 * The command line.
 *
 * @package Lyo_Object_Cache
 */

declare(strict_types=1);

namespace LyoPlugin;

use RuntimeException;
use WP_CLI;
use WP_CLI\Utils;

/**
 * Shows and switches the object cache of Lyo.
 */
final class Command {

	/**
	 * Shows what is on, and what this process writes.
	 *
	 * The status is 1 if something needs attention.
	 *
	 * ## OPTIONS
	 *
	 * [--format=<format>]
	 * : table, json, csv or yaml.
	 * ---
	 * default: table
	 * ---
	 *
	 * @param array<string>         $arguments Arguments.
	 * @param array<string, string> $options   Options.
	 */
	public function status( $arguments, $options ): void {
		$rows = array();
		foreach ( Status::facts() as $name => $value ) {
			$rows[] = array(
				'name'  => $name,
				'value' => $value,
			);
		}
		Utils\format_items( $options['format'], $rows, array( 'name', 'value' ) );
		foreach ( Status::hints() as $hint ) {
			WP_CLI::log( $hint );
		}
		$problems = Status::problems();
		foreach ( $problems as $problem ) {
			WP_CLI::warning( $problem );
		}
		array() === $problems || WP_CLI::halt( 1 );
	}

	/**
	 * Counts items and bytes of the store by format, and what cannot be read.
	 *
	 * ## OPTIONS
	 *
	 * [--format=<format>]
	 * : table, json, csv or yaml.
	 * ---
	 * default: table
	 * ---
	 *
	 * @param array<string>         $arguments Arguments.
	 * @param array<string, string> $options   Options.
	 */
	public function stat( $arguments, $options ): void {
		$rows = array();
		foreach ( self::store()->stat() as $format => $counts ) {
			$rows[] = array( 'format' => $format ) + $counts;
		}
		Utils\format_items( $options['format'], $rows, array( 'format', 'items', 'bytes', 'unreadable' ) );
	}

	/**
	 * Writes all items of the store in another format, while the site is in use.
	 *
	 * ## OPTIONS
	 *
	 * --to=<format>
	 * : native or lyo.
	 * ---
	 * options:
	 *   - native
	 *   - lyo
	 * ---
	 *
	 * @param array<string>         $arguments Arguments.
	 * @param array<string, string> $options   Options.
	 */
	public function convert( $arguments, $options ): void {
		$counts = self::store()->convert( $options['to'] );
		/* translators: 1: number of items, 2: number of items */
		WP_CLI::success( sprintf( __( '%1$d items converted, %2$d deleted because they could not be read.', 'lyo-object-cache' ), $counts['converted'], $counts['dropped'] ) );
	}

	/**
	 * Switches the object cache on.
	 */
	public function enable(): void {
		try {
			Dropin::enable();
		} catch ( RuntimeException $e ) {
			WP_CLI::error( $e->getMessage() );
		}
		WP_CLI::success( __( 'The object cache is on.', 'lyo-object-cache' ) );
	}

	/**
	 * Switches the object cache off, and puts back what was there before.
	 *
	 * ## OPTIONS
	 *
	 * [--convert]
	 * : Convert what is stored, so that the drop-in of Redis Object Cache reads it. Without this, the cache is flushed.
	 *
	 * @param array<string>         $arguments Arguments.
	 * @param array<string, string> $options   Options.
	 */
	public function disable( $arguments, $options ): void {
		try {
			$counts = Dropin::disable( isset( $options['convert'] ) );
		} catch ( RuntimeException $e ) {
			WP_CLI::error( $e->getMessage() );
		}
		/* translators: %d: number of items */
		WP_CLI::success( null === $counts ? __( 'The object cache is off, and was flushed.', 'lyo-object-cache' ) : sprintf( __( 'The object cache is off. %d items were converted.', 'lyo-object-cache' ), $counts['converted'] ) );
	}

	/** The store of this process. */
	private static function store(): Store {
		$store = Store::current();
		if ( null === $store ) {
			WP_CLI::error( __( 'The store cannot be listed: the cache is off, the server does not answer, or it is Memcached or a cluster.', 'lyo-object-cache' ) );
		}
		return $store;
	}
}
