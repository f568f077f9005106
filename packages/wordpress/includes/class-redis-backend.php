<?php
/**
 * Redis.
 *
 * @package Lyo_Object_Cache
 */

declare(strict_types=1);

namespace LyoPlugin;

use Redis;
use RuntimeException;

/** A Redis server, by the extension redis, whose RedisExceptions come through: they are RuntimeExceptions only since its version 6. */
final class Redis_Backend implements Backend {

	/**
	 * Takes a connection.
	 *
	 * @param Redis  $redis   Connection.
	 * @param string $prefix  Begins all names of this site.
	 * @param string $address Where it is.
	 */
	private function __construct( private readonly Redis $redis, private readonly string $prefix, private readonly string $address ) {}

	/**
	 * Connects.
	 *
	 * @param string      $host     Host, or the path of a socket.
	 * @param int         $port     Port; 0 for a socket.
	 * @param int         $database Number.
	 * @param string|null $password Password.
	 * @param string      $prefix   Begins all names of this site.
	 *
	 * @throws RuntimeException If it does not answer.
	 */
	public static function connect( string $host, int $port, int $database, ?string $password, string $prefix ): self {
		$redis = new Redis();
		if ( ! @$redis->connect( $host, $port, 1.0, null, 0, 1.0 ) ) { // phpcs:ignore WordPress.PHP.NoSilencedErrors.Discouraged -- The exception says it.
			throw new RuntimeException( 'Redis does not answer' );
		}
		if ( null !== $password && '' !== $password ) {
			$redis->auth( $password );
		}
		if ( 0 !== $database && ! $redis->select( $database ) ) {
			throw new RuntimeException( "Redis has no database $database" ); // phpcs:ignore WordPress.Security.EscapeOutput -- Who shows it escapes it.
		}
		return new self( $redis, $prefix, 'Redis, ' . $host . ( 0 === $port ? '' : ":$port" ) . ( 0 === $database ? '' : ", database $database" ) );
	}

	/**
	 * Returns what is stored, by name.
	 *
	 * @param array $names Names.
	 *
	 * @throws RuntimeException If there is no answer.
	 */
	public function get( array $names ): array {
		$found = 1 === count( $names ) ? array( $this->redis->get( $this->prefix . $names[0] ) ) : $this->redis->mget( array_map( fn( string $name ): string => $this->prefix . $name, $names ) );
		return array_filter( array_combine( $names, is_array( $found ) ? $found : throw new RuntimeException( 'Redis has no answer' ) ), 'is_string' );
	}

	/**
	 * Stores bytes.
	 *
	 * @param string    $name    Name.
	 * @param string    $bytes   Bytes.
	 * @param int       $seconds How long they are kept; 0 for no limit.
	 * @param bool|null $exists  Store only if the name exists, or does not exist.
	 */
	public function set( string $name, string $bytes, int $seconds, ?bool $exists = null ): bool {
		$options = null === $exists ? array() : array( $exists ? 'xx' : 'nx' );
		if ( $seconds > 0 ) {
			$options['ex'] = $seconds;
		}
		return true === $this->redis->set( $this->prefix . $name, $bytes, $options );
	}

	/**
	 * Deletes, and tells whether something was there.
	 *
	 * @param string $name Name.
	 */
	public function delete( string $name ): bool {
		return $this->redis->del( $this->prefix . $name ) > 0;
	}

	/**
	 * Changes bytes, and keeps their time.
	 *
	 * @param string   $name   Name.
	 * @param callable $change Returns other bytes, or null to leave them.
	 *
	 * @throws RuntimeException If others change them all the time.
	 */
	public function change( string $name, callable $change ): bool {
		$key = $this->prefix . $name;
		for ( $try = 0; $try < 1000; $try++ ) {
			$this->redis->watch( $key );
			$bytes = $this->redis->get( $key );
			$time  = $this->redis->pttl( $key );
			$bytes = is_string( $bytes ) ? $change( $bytes ) : null;
			if ( null === $bytes ) {
				$this->redis->unwatch();
				return false;
			}
			$this->redis->multi();
			$this->redis->set( $key, $bytes, $time > 0 ? array( 'px' => $time ) : array() );
			if ( is_array( $this->redis->exec() ) ) {
				return true;
			}
		}
		throw new RuntimeException( 'Others change the same item all the time' );
	}

	/** Deletes everything of this site. */
	public function flush(): bool {
		return $this->flush_begin( '' );
	}

	/**
	 * Deletes what begins with these words.
	 *
	 * @param string $begin A beginning of names.
	 */
	public function flush_begin( string $begin ): bool {
		foreach ( $this->scan( $begin ) as $keys ) {
			$this->redis->unlink( $keys );
		}
		return true;
	}

	/** Tells whether flush_begin() and names() work. */
	public function lists(): bool {
		return true;
	}

	/** Returns all names. */
	public function names(): iterable {
		foreach ( $this->scan( '' ) as $keys ) {
			foreach ( $keys as $key ) {
				yield substr( $key, strlen( $this->prefix ) );
			}
		}
	}

	/** Where it is, in words. */
	public function address(): string {
		return $this->address;
	}

	/**
	 * Returns keys of this site.
	 *
	 * @param string $begin A beginning of names.
	 *
	 * @return iterable<non-empty-list<string>>
	 */
	private function scan( string $begin ): iterable {
		$this->redis->setOption( Redis::OPT_SCAN, Redis::SCAN_RETRY );
		$pattern  = addcslashes( $this->prefix . $begin, '*?[]^\\' ) . '*';
		$iterator = null;
		do {
			$keys = $this->redis->scan( $iterator, $pattern, 1000 );
			if ( is_array( $keys ) && array() !== $keys ) {
				yield $keys;
			}
		} while ( false !== $keys && $iterator > 0 );
	}
}
