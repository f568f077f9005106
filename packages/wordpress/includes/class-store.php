<?php
/**
 * What is in the store.
 *
 * @package Lyo_Object_Cache
 */

declare(strict_types=1);

namespace LyoPlugin;

use LyoPlugin\Lyo\Bridge\Miss;
use LyoPlugin\Lyo\Bridge\Packer;
use LyoPlugin\Lyo\Bridge\WordPress\MaybeSerializer;
use LyoPlugin\Lyo\Bridge\WordPress\RedisObjectCache;

/** All items of this site: counts and converts them while the site is in use. */
final class Store {

	/** Begins data in other formats than serialize() text, as MaybeSerializer writes them. */
	const MARK = 'a:0:lyo;';

	/** Puts a value into the place of another one, unless somebody has changed it meanwhile; without a value it is deleted. Times are kept. */
	const SWAP = "if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end if #ARGV == 1 then return redis.call('del', KEYS[1]) end local t = redis.call('pttl', KEYS[1]) redis.call('set', KEYS[1], ARGV[2]) if t > 0 then redis.call('pexpire', KEYS[1], t) end return 1";

	/**
	 * Takes the object cache.
	 *
	 * @param RedisObjectCache|Object_Cache $cache   The object cache of this site.
	 * @param object|null                   $client  phpredis, Relay or Predis, for that of Redis Object Cache.
	 */
	private function __construct( private readonly RedisObjectCache|Object_Cache $cache, private readonly ?object $client ) {}

	/** The store of this request; null if its items cannot be listed. */
	public static function current(): ?self {
		$cache = $GLOBALS['wp_object_cache'] ?? null;
		if ( $cache instanceof Object_Cache ) {
			return $cache->backend()?->lists() ? new self( $cache, null ) : null;
		}
		if ( $cache instanceof RedisObjectCache && $cache->redis_status() && ! defined( 'WP_REDIS_CLUSTER' ) && ! defined( 'WP_REDIS_SHARDS' ) ) {
			$client = $cache->redis_instance();
			return ( is_object( $client ) && method_exists( $client, 'scan' ) ) || $client instanceof \Predis\Client ? new self( $cache, $client ) : null;
		}
		return null;
	}

	/**
	 * Counts items and bytes by format.
	 *
	 * @return array<string, array{items: int, bytes: int, unreadable: int}>
	 */
	public function stat(): array {
		$result = array();
		foreach ( $this->items() as $bytes ) {
			$format = $this->format( $bytes );

			$result[ $format ] ??= array(
				'items'      => 0,
				'bytes'      => 0,
				'unreadable' => 0,
			);
			++$result[ $format ]['items'];
			$result[ $format ]['bytes']      += strlen( $bytes );
			$result[ $format ]['unreadable'] += $this->is_readable( $bytes ) ? 0 : 1;
		}
		ksort( $result );
		return $result;
	}

	/** From now on, this request writes as Redis Object Cache does it. */
	public function leave(): void {
		if ( $this->cache instanceof RedisObjectCache ) {
			$plain = new \WP_Object_Cache( defined( 'WP_REDIS_GRACEFUL' ) && WP_REDIS_GRACEFUL );
			foreach ( array( 'cache', 'global_groups', 'unflushable_groups', 'ignored_groups', 'group_type', 'global_prefix', 'blog_prefix' ) as $name ) {
				$plain->$name = $this->cache->$name;
			}
			$GLOBALS['wp_object_cache'] = $plain; // phpcs:ignore WordPress.WP.GlobalVariablesOverride.Prohibited
		}
	}

	/**
	 * Writes all items in another format. What cannot be read is deleted: it would be a miss anyway.
	 *
	 * @param string $to "native" or "lyo".
	 *
	 * @return array{converted: int, dropped: int}
	 */
	public function convert( string $to ): array {
		$counts = array(
			'converted' => 0,
			'dropped'   => 0,
		);
		if ( null === $this->client ) {
			return $counts; // All readers of the own cache read all formats.
		}
		if ( function_exists( 'set_time_limit' ) ) {
			set_time_limit( 0 ); // phpcs:ignore Squiz.PHP.DiscouragedFunctions -- A store may be large.
		}
		$settings = defined( 'WP_LYO' ) && is_array( WP_LYO ) ? WP_LYO : array();
		$reader   = MaybeSerializer::configured( defined( 'WP_REDIS_IGBINARY' ) && WP_REDIS_IGBINARY );
		$writer   = new MaybeSerializer( Lyo\Bridge\Settings::packer( array( 'writes' => $to ) + $settings, null, false ) );
		if ( 'native' === $to ) {
			$writer = new MaybeSerializer( new Packer( 'native' ) );
		}
		foreach ( $this->items() as $key => $bytes ) {
			$format = $this->format( $bytes );
			if ( 'text or number' === $format || $to === $format ) {
				continue;
			}
			$value = $reader->maybeUnserialize( $bytes, $found );
			$new   = $found ? $writer->maybeSerialize( $value ) : null;
			$new   = is_scalar( $new ) ? (string) $new : null;
			if ( $new === $bytes || ! $this->swap( (string) $key, $bytes, $new ) ) {
				continue;
			}
			++$counts[ null === $new ? 'dropped' : 'converted' ];
		}
		$this->cache->flush_runtime();
		return $counts;
	}

	/**
	 * Names the format of an item.
	 *
	 * @param string $bytes What is stored.
	 */
	private function format( string $bytes ): string {
		$data = null !== $this->client && str_starts_with( $bytes, self::MARK ) ? substr( $bytes, strlen( self::MARK ) ) : $bytes;
		return match ( true ) {
			"\xC1" === ( $data[0] ?? '' ) => 'lyo',
			preg_match( '/\A\0\0\0[\1\2]/', $data ) === 1 => 'igbinary',
			preg_match( null === $this->client ? '/\A(?:[abdisOCE]:|N;)/' : '/\A(?:[aOCE]:\d+:|s:\d+:")/', $data ) === 1 => 'native',
			$data !== $bytes => 'damaged',
			default => 'text or number',
		};
	}

	/**
	 * Tells whether an item can be read.
	 *
	 * @param string $bytes What is stored.
	 */
	private function is_readable( string $bytes ): bool {
		if ( $this->cache instanceof Object_Cache ) {
			try {
				$this->cache->unpack( $bytes );
				return true;
			} catch ( Miss ) {
				return false;
			}
		}
		MaybeSerializer::configured( defined( 'WP_REDIS_IGBINARY' ) && WP_REDIS_IGBINARY )->maybeUnserialize( $bytes, $found );
		return (bool) $found;
	}

	/**
	 * All items of this site.
	 *
	 * @return iterable<string, string>
	 */
	private function items(): iterable {
		if ( $this->cache instanceof Object_Cache ) {
			$backend = $this->cache->backend();
			foreach ( $backend?->names() ?? array() as $name ) {
				yield from $backend->get( array( $name ) );
			}
			return;
		}
		// The prefix of the site, or the number of a site of the network. Other applications may share the database.
		$salt  = defined( 'WP_REDIS_PREFIX' ) ? trim( WP_REDIS_PREFIX ) : '';
		$begin = '/\A' . preg_quote( $salt, '/' ) . ( is_multisite() ? '\d*' : preg_quote( trim( $GLOBALS['table_prefix'], '_-:$' ), '/' ) ) . ':/';
		foreach ( $this->keys( addcslashes( $salt, '*?[]^\\' ) . '*' ) as $key ) {
			$bytes = preg_match( $begin, $key ) === 1 && in_array( (string) $this->client->type( $key ), array( 'string', '1' ), true ) ? $this->client->get( $key ) : null;
			if ( is_string( $bytes ) ) {
				yield $key => $bytes;
			}
		}
	}

	/**
	 * Keys of Redis.
	 *
	 * @param string $pattern A pattern.
	 *
	 * @return iterable<string>
	 */
	private function keys( string $pattern ): iterable {
		if ( $this->client instanceof \Predis\Client ) {
			$cursor = '0';
			do {
				list( $cursor, $keys ) = $this->client->scan(
					$cursor,
					array(
						'match' => $pattern,
						'count' => 1000,
					)
				);
				yield from $keys;
			} while ( '0' !== (string) $cursor );
			return;
		}
		$iterator = null;
		do {
			$keys = $this->client->scan( $iterator, $pattern, 1000 );
			foreach ( is_array( $keys ) ? $keys : array() as $key ) {
				yield $key;
			}
		} while ( (int) $iterator > 0 );
	}

	/**
	 * Puts a value into the place of another one.
	 *
	 * @param string      $key    Key.
	 * @param string      $before What is there.
	 * @param string|null $after  What shall be there; null to delete it.
	 */
	private function swap( string $key, string $before, ?string $after ): bool {
		$values = null === $after ? array( $before ) : array( $before, $after );
		return 1 === (int) ( $this->client instanceof \Predis\Client
			? $this->client->eval( self::SWAP, 1, $key, ...$values )
			: $this->client->eval( self::SWAP, array( $key, ...$values ), 1 ) );
	}
}
