<?php
/**
 * The small object cache.
 *
 * @package Lyo_Object_Cache
 */

declare(strict_types=1);

namespace LyoPlugin;

use Exception;
use InvalidArgumentException;
use LyoPlugin\Lyo\Bridge\Miss;
use LyoPlugin\Lyo\Bridge\Packer;
use LyoPlugin\Lyo\Bridge\Settings;
use RedisException;
use RuntimeException;

/**
 * WordPress' object cache in Redis or Memcached.
 *
 * Everything is packed, also strings, and nobody else writes under the names of this cache. So no string of a visitor is ever read as data. After the
 * data is their CRC-32: what is damaged is a miss, in every format.
 */
final class Object_Cache {

	/**
	 * How many values were found.
	 *
	 * @var int
	 */
	public int $cache_hits = 0;

	/**
	 * How many values were not found.
	 *
	 * @var int
	 */
	public int $cache_misses = 0;

	/**
	 * Why there is no server, if there is none.
	 *
	 * @var string|null
	 */
	public ?string $error = null;

	/**
	 * Values of this request, by name.
	 *
	 * @var array<string, mixed>
	 */
	private array $memory = array();

	/**
	 * Groups that all sites of a network share.
	 *
	 * @var array<string, true>
	 */
	private array $shared_groups = array();

	/**
	 * Groups that are not stored.
	 *
	 * @var array<string, true>
	 */
	private array $volatile_groups = array();

	/**
	 * Begins names of the current site.
	 *
	 * @var string
	 */
	private string $blog;

	/**
	 * The server; null if it has failed.
	 *
	 * @var Backend|null
	 */
	private ?Backend $backend = null;

	/**
	 * Packs values.
	 *
	 * @var Packer
	 */
	private readonly Packer $packer;

	/** Makes the cache with the settings of wp-config.php. As WordPress' own class it is made without arguments. */
	public function __construct() {
		$this->blog = is_multisite() ? get_current_blog_id() . ':' : ':';
		try {
			$this->packer = Settings::packer( defined( 'WP_LYO' ) && is_array( WP_LYO ) ? WP_LYO : array(), null, false );
		} catch ( InvalidArgumentException $e ) {
			$this->packer = new Packer( 'native' ); // Site Health tells it.
		}
		try {
			$this->backend = self::connect();
		} catch ( RuntimeException | RedisException $e ) {
			$this->fail( $e );
		}
	}

	/**
	 * Connects to the server of wp-config.php.
	 *
	 * @throws RuntimeException If that is not possible.
	 */
	public static function connect(): Backend {
		$prefix = self::constant( 'WP_CACHE_KEY_SALT', self::constant( 'WP_REDIS_PREFIX', substr( sha1( DB_NAME . '|' . $GLOBALS['table_prefix'] . '|' . self::constant( 'AUTH_KEY', '' ) ), 0, 12 ) ) ) . ':';
		$server = self::constant( 'WP_LYO_SERVER', '' );
		$parts  = parse_url( $server ); // phpcs:ignore WordPress.WP.AlternativeFunctions.parse_url_parse_url -- WordPress is not loaded yet.
		$scheme = is_array( $parts ) ? $parts['scheme'] ?? '' : '';
		if ( 'memcached' === $scheme ) {
			class_exists( 'Memcached', false ) || throw new RuntimeException( 'PHP lacks the extension memcached' );
			return Memcached_Backend::connect( $parts['host'] ?? '127.0.0.1', $parts['port'] ?? 11211, $prefix );
		}
		class_exists( 'Redis', false ) || throw new RuntimeException( 'PHP lacks the extension redis' );
		if ( 'unix' === $scheme ) {
			return Redis_Backend::connect( $parts['path'] ?? '', 0, 0, null, $prefix );
		}
		if ( 'redis' === $scheme ) {
			return Redis_Backend::connect( $parts['host'] ?? '127.0.0.1', $parts['port'] ?? 6379, (int) trim( $parts['path'] ?? '', '/' ), isset( $parts['pass'] ) ? rawurldecode( $parts['pass'] ) : null, $prefix );
		}
		'' === $server || throw new RuntimeException( 'WP_LYO_SERVER is redis://, unix: or memcached://, not this' );
		$path = self::constant( 'WP_REDIS_PATH', '' );
		return Redis_Backend::connect( '' === $path ? self::constant( 'WP_REDIS_HOST', '127.0.0.1' ) : $path, '' === $path ? (int) self::constant( 'WP_REDIS_PORT', '6379' ) : 0, (int) self::constant( 'WP_REDIS_DATABASE', '0' ), self::constant( 'WP_REDIS_PASSWORD', '' ), $prefix );
	}

	/** The server, if it answers. */
	public function backend(): ?Backend {
		return $this->backend;
	}

	/**
	 * Stores a value if there is none.
	 *
	 * @param mixed  $key    Key.
	 * @param mixed  $value  Value.
	 * @param string $group  Group.
	 * @param int    $expire Seconds.
	 */
	public function add( $key, $value, $group = 'default', int $expire = 0 ): bool {
		return ! wp_suspend_cache_addition() && $this->store( $key, $value, $group, $expire, false );
	}

	/**
	 * Stores values where there are none.
	 *
	 * @param array<mixed> $values Values by key.
	 * @param string       $group  Group.
	 * @param int          $expire Seconds.
	 *
	 * @return array<bool>
	 */
	public function add_multiple( array $values, $group = '', int $expire = 0 ): array {
		foreach ( $values as $key => $value ) {
			$values[ $key ] = $this->add( $key, $value, $group, $expire );
		}
		return $values;
	}

	/**
	 * Stores a value if there is one.
	 *
	 * @param mixed  $key    Key.
	 * @param mixed  $value  Value.
	 * @param string $group  Group.
	 * @param int    $expire Seconds.
	 */
	public function replace( $key, $value, $group = 'default', int $expire = 0 ): bool {
		return $this->store( $key, $value, $group, $expire, true );
	}

	/**
	 * Stores a value.
	 *
	 * @param mixed  $key    Key.
	 * @param mixed  $value  Value.
	 * @param string $group  Group.
	 * @param int    $expire Seconds.
	 */
	public function set( $key, $value, $group = 'default', int $expire = 0 ): bool {
		return $this->store( $key, $value, $group, $expire, null );
	}

	/**
	 * Stores values.
	 *
	 * @param array<mixed> $values Values by key.
	 * @param string       $group  Group.
	 * @param int          $expire Seconds.
	 *
	 * @return array<bool>
	 */
	public function set_multiple( array $values, $group = '', int $expire = 0 ): array {
		foreach ( $values as $key => $value ) {
			$values[ $key ] = $this->set( $key, $value, $group, $expire );
		}
		return $values;
	}

	/**
	 * Returns a value, or false.
	 *
	 * @param mixed     $key   Key.
	 * @param string    $group Group.
	 * @param bool      $force Whether to ask the server again.
	 * @param bool|null $found Out: whether it was found.
	 *
	 * @return mixed
	 */
	public function get( $key, $group = 'default', $force = false, &$found = null ) {
		$values = $this->get_multiple( array( $key ), $group, $force, $found );
		return current( $values );
	}

	/**
	 * Returns values by key, false for those that are not found.
	 *
	 * @param array<mixed> $keys  Keys.
	 * @param string       $group Group.
	 * @param bool         $force Whether to ask the server again.
	 * @param bool|null    $found Out: whether the last one was found.
	 *
	 * @return array<mixed>
	 */
	public function get_multiple( $keys, $group = 'default', $force = false, &$found = null ) {
		$names  = array();
		$asked  = array();
		$values = array();
		$stored = $this->stores( $group );
		foreach ( $keys as $key ) {
			$name = self::valid( $key ) ? $this->name( $key, $group ) : null;
			if ( null === $name ) {
				$values[ is_scalar( $key ) ? (string) $key : '' ] = false;
				continue;
			}
			$names[ $key ]  = $name;
			$values[ $key ] = false;
			if ( $stored && ( $force || ! array_key_exists( $name, $this->memory ) ) ) {
				$asked[ $name ] = true;
			}
		}
		$this->fetch( array_keys( $asked ) );
		$found = false;
		foreach ( $names as $key => $name ) {
			$found = array_key_exists( $name, $this->memory );
			if ( $found ) {
				$value          = $this->memory[ $name ];
				$values[ $key ] = is_object( $value ) ? clone $value : $value;
				++$this->cache_hits;
			} else {
				++$this->cache_misses;
			}
		}
		return $values;
	}

	/**
	 * Deletes a value.
	 *
	 * @param mixed  $key   Key.
	 * @param string $group Group.
	 */
	public function delete( $key, $group = 'default' ): bool {
		if ( ! self::valid( $key ) ) {
			return false;
		}
		$name = $this->name( $key, $group );
		$is   = array_key_exists( $name, $this->memory );
		unset( $this->memory[ $name ] );
		return $this->ask( $group, $is, static fn( Backend $backend ): bool => $backend->delete( $name ) );
	}

	/**
	 * Deletes values.
	 *
	 * @param array<mixed> $keys  Keys.
	 * @param string       $group Group.
	 *
	 * @return array<bool>
	 */
	public function delete_multiple( array $keys, $group = '' ): array {
		$result = array();
		foreach ( $keys as $key ) {
			$result[ $key ] = $this->delete( $key, $group );
		}
		return $result;
	}

	/**
	 * Adds to a number. What is no number counts as 0, and nothing is below 0, as in WordPress.
	 *
	 * @param mixed  $key    Key.
	 * @param int    $offset What is added.
	 * @param string $group  Group.
	 *
	 * @return int|false
	 */
	public function incr( $key, int $offset = 1, $group = 'default' ) {
		if ( ! self::valid( $key ) ) {
			return false;
		}
		$name   = $this->name( $key, $group );
		$number = null;
		$add    = static function ( $value ) use ( $offset, &$number ): int {
			$number = max( 0, ( is_numeric( $value ) ? (int) $value : 0 ) + $offset );
			return $number;
		};
		$is     = array_key_exists( $name, $this->memory );
		if ( ! $this->stores( $group ) ) {
			$is && $add( $this->memory[ $name ] );
		} else {
			$is = $this->ask(
				$group,
				false,
				fn( Backend $backend ): bool => $backend->change(
					$name,
					function ( string $bytes ) use ( $add ): ?string {
						try {
							return $this->pack( $add( $this->unpack( $bytes ) ) );
						} catch ( Miss ) {
							return null;
						}
					}
				)
			);
		}
		unset( $this->memory[ $name ] );
		if ( ! $is || null === $number ) {
			return false;
		}
		$this->memory[ $name ] = $number;
		return $number;
	}

	/**
	 * Takes away from a number.
	 *
	 * @param mixed  $key    Key.
	 * @param int    $offset What is taken away.
	 * @param string $group  Group.
	 *
	 * @return int|false
	 */
	public function decr( $key, int $offset = 1, $group = 'default' ) {
		return $this->incr( $key, 0 - $offset, $group );
	}

	/** Deletes everything of this site. */
	public function flush(): bool {
		$this->memory = array();
		return $this->ask( null, false, static fn( Backend $backend ): bool => $backend->flush() );
	}

	/** Forgets the values of this request. */
	public function flush_runtime(): bool {
		$this->memory = array();
		return true;
	}

	/**
	 * Deletes a group.
	 *
	 * @param string $group Group.
	 */
	public function flush_group( $group ): bool {
		$begin        = $this->name( '', $group );
		$this->memory = array_filter( $this->memory, static fn( string $name ): bool => ! str_starts_with( $name, $begin ), ARRAY_FILTER_USE_KEY );
		return $this->ask( $group, true, static fn( Backend $backend ): bool => $backend->flush_begin( $begin ) );
	}

	/**
	 * Tells whether this cache has a feature.
	 *
	 * @param string $feature Its name.
	 */
	public function supports( $feature ): bool {
		return in_array( $feature, array( 'add_multiple', 'set_multiple', 'get_multiple', 'delete_multiple', 'flush_runtime' ), true )
			|| ( 'flush_group' === $feature && ( null === $this->backend || $this->backend->lists() ) );
	}

	/**
	 * Adds groups that all sites of a network share.
	 *
	 * @param array<string> $groups Groups.
	 */
	public function add_global_groups( array $groups ): void {
		$this->shared_groups += array_fill_keys( $groups, true );
	}

	/**
	 * Adds groups that are not stored.
	 *
	 * @param array<string> $groups Groups.
	 */
	public function add_non_persistent_groups( array $groups ): void {
		$this->volatile_groups += array_fill_keys( $groups, true );
	}

	/**
	 * Changes to another site of a network.
	 *
	 * @param int $blog_id Its number.
	 */
	public function switch_to_blog( int $blog_id ): void {
		$this->blog = is_multisite() ? "$blog_id:" : ':';
	}

	/** Shows what developers ask for. */
	public function stats(): void {
		echo '<p>', esc_html( "Hits: $this->cache_hits, misses: $this->cache_misses" ), '</p>';
	}

	/**
	 * Returns the value of stored bytes.
	 *
	 * @param string $bytes Bytes.
	 *
	 * @return mixed
	 *
	 * @throws Miss If they are damaged.
	 */
	public function unpack( string $bytes ) {
		$data = substr( $bytes, 0, -4 );
		if ( substr( $bytes, -4 ) !== pack( 'N', crc32( $data ) ) ) {
			throw new Miss( 'damaged' );
		}
		return @$this->packer->unpack( $data, true ); // phpcs:ignore WordPress.PHP.NoSilencedErrors.Discouraged -- As WordPress does it.
	}

	/**
	 * Returns the bytes of a value.
	 *
	 * @param mixed $value Value.
	 */
	private function pack( $value ): string {
		$data = $this->packer->pack( $value );
		return $data . pack( 'N', crc32( $data ) );
	}

	/**
	 * Fetches values into the memory of this request.
	 *
	 * @param array $names Names.
	 */
	private function fetch( array $names ): void {
		if ( null === $this->backend || array() === $names ) {
			return;
		}
		try {
			$found = $this->backend->get( $names );
		} catch ( RuntimeException | RedisException $e ) {
			$this->fail( $e );
			return;
		}
		foreach ( $names as $name ) {
			unset( $this->memory[ $name ] );
			if ( ! isset( $found[ $name ] ) ) {
				continue;
			}
			try {
				$this->memory[ $name ] = $this->unpack( $found[ $name ] );
			} catch ( Miss ) {
				$this->ask( null, false, static fn( Backend $backend ): bool => $backend->delete( $name ) ); // So that add() can store it again.
			}
		}
	}

	/**
	 * Stores a value.
	 *
	 * @param mixed     $key    Key.
	 * @param mixed     $value  Value.
	 * @param string    $group  Group.
	 * @param int       $expire Seconds.
	 * @param bool|null $exists Whether it must exist.
	 */
	private function store( $key, $value, $group, int $expire, ?bool $exists ): bool {
		if ( ! self::valid( $key ) ) {
			return false;
		}
		$name = $this->name( $key, $group );
		$is   = array_key_exists( $name, $this->memory );
		$here = null === $exists || $is === $exists;
		if ( false === $exists && $is ) {
			return false;
		}
		$value = is_object( $value ) ? clone $value : $value;
		$bytes = null !== $this->backend && $this->stores( $group ) ? $this->pack( $value ) : '';
		if ( ! $this->ask( $group, $here, static fn( Backend $backend ): bool => $backend->set( $name, $bytes, $expire, $exists ) ) ) {
			if ( null === $exists ) {
				unset( $this->memory[ $name ] );
			}
			return false;
		}
		$this->memory[ $name ] = $value;
		return true;
	}

	/**
	 * Asks the server, if it has this group and answers.
	 *
	 * @param string|null             $group    Group; null for all.
	 * @param bool                    $fallback The answer without a server.
	 * @param callable(Backend): bool $what     The question.
	 */
	private function ask( $group, bool $fallback, callable $what ): bool {
		if ( null === $this->backend || ( null !== $group && ! $this->stores( $group ) ) ) {
			return $fallback;
		}
		try {
			return $what( $this->backend );
		} catch ( RuntimeException | RedisException $e ) {
			$this->fail( $e );
			return $fallback;
		}
	}

	/**
	 * Goes on without the server. What others should have been told is lost, so that the cache is emptied when the server is back.
	 *
	 * @param Exception $e Why.
	 */
	private function fail( Exception $e ): void {
		$this->backend = null;
		$this->error   = $e->getMessage();
		$file          = WP_CONTENT_DIR . '/object-cache.flush';
		is_file( $file ) || @touch( $file ); // phpcs:ignore WordPress.PHP.NoSilencedErrors.Discouraged, WordPress.WP.AlternativeFunctions -- WP_Filesystem may not be loaded yet.
	}

	/**
	 * Tells whether a group is stored.
	 *
	 * @param string $group Group.
	 */
	private function stores( $group ): bool {
		return ! isset( $this->volatile_groups[ '' === $group ? 'default' : $group ] );
	}

	/**
	 * The name of an item.
	 *
	 * @param int|string $key   Key.
	 * @param string     $group Group.
	 */
	private function name( $key, $group ): string {
		$group = '' === (string) $group ? 'default' : (string) $group;
		return ( isset( $this->shared_groups[ $group ] ) ? 'all:' : $this->blog ) . strtr(
			$group,
			array(
				'%' => '%25',
				':' => '%3A',
			)
		) . ":$key";
	}

	/**
	 * Tells whether WordPress allows a key.
	 *
	 * @param mixed $key Key.
	 */
	private static function valid( $key ): bool {
		return is_int( $key ) || ( is_string( $key ) && '' !== trim( $key ) );
	}

	/**
	 * Returns a constant as text.
	 *
	 * @param string $name     Its name.
	 * @param string $fallback What is returned if it is not defined.
	 */
	private static function constant( string $name, string $fallback ): string {
		$value = defined( $name ) ? constant( $name ) : null;
		return is_scalar( $value ) ? (string) $value : $fallback;
	}
}
