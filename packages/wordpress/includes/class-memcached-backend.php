<?php
/**
 * Memcached.
 *
 * @package Lyo_Object_Cache
 */

declare(strict_types=1);

namespace LyoPlugin;

use Memcached;
use RuntimeException;

/**
 * A Memcached server, by the extension memcached. Each site has a number in its names, and a flush changes it. Before each write the number is asked for:
 * a request that has begun before a flush must not write where nobody reads.
 */
final class Memcached_Backend implements Backend {

	/**
	 * Begins all names since the last flush.
	 *
	 * @var string
	 */
	private string $prefix;

	/**
	 * Takes a connection.
	 *
	 * @param Memcached $memcached Connection.
	 * @param string    $site      Begins all names of this site.
	 * @param string    $address   Where it is.
	 */
	private function __construct( private readonly Memcached $memcached, private readonly string $site, private readonly string $address ) {
		$this->renew();
	}

	/**
	 * Connects.
	 *
	 * @param string $host   Host.
	 * @param int    $port   Port.
	 * @param string $prefix Begins all names of this site.
	 */
	public static function connect( string $host, int $port, string $prefix ): self {
		$memcached = new Memcached();
		$memcached->setOptions(
			array(
				Memcached::OPT_COMPRESSION     => false,
				Memcached::OPT_BINARY_PROTOCOL => false,
				Memcached::OPT_TCP_NODELAY     => true,
				Memcached::OPT_CONNECT_TIMEOUT => 1000,
				Memcached::OPT_POLL_TIMEOUT    => 1000,
			)
		);
		$memcached->addServer( $host, $port );
		return new self( $memcached, $prefix, "Memcached, $host:$port" );
	}

	/**
	 * Returns what is stored, by name.
	 *
	 * @param array $names Names.
	 * @param int   $tries How often the number was another one.
	 */
	public function get( array $names, int $tries = 0 ): array {
		$keys  = array_combine( array_map( array( $this, 'key' ), $names ), $names );
		$found = $this->memcached->getMulti( array_merge( array_keys( $keys ), array( "{$this->site}number" ) ) );
		if ( ! is_array( $found ) ) {
			$this->check();
			$found = array();
		}
		$number = $found[ "{$this->site}number" ] ?? null;
		unset( $found[ "{$this->site}number" ] );
		if ( "{$this->site}$number:" !== $this->prefix ) {
			$this->renew();
			return ++$tries < 5 ? $this->get( $names, $tries ) : array();
		}
		$result = array();
		foreach ( $found as $key => $bytes ) {
			if ( is_string( $bytes ) ) {
				$result[ $keys[ $key ] ] = substr( $bytes, 4 );
			}
		}
		return $result;
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
		$this->renew();
		$method = null === $exists ? 'set' : ( $exists ? 'replace' : 'add' );
		$until  = $seconds > 0 ? time() + $seconds : 0;
		if ( $this->memcached->$method( $this->key( $name ), pack( 'N', $until ) . $bytes, $until ) ) { // Memcached does not tell the time later.
			return true;
		}
		if ( Memcached::RES_NOTSTORED !== $this->memcached->getResultCode() ) {
			$this->delete( $name ); // Too large for the server: the old item is not there any more either.
		}
		return false;
	}

	/**
	 * Deletes, and tells whether something was there.
	 *
	 * @param string $name Name.
	 */
	public function delete( string $name ): bool {
		$this->renew();
		$is = $this->memcached->delete( $this->key( $name ) );
		$is || $this->check( Memcached::RES_NOTFOUND );
		return $is;
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
		$this->renew();
		$key = $this->key( $name );
		for ( $try = 0; $try < 1000; $try++ ) {
			$found = $this->memcached->get( $key, null, Memcached::GET_EXTENDED );
			$this->check( Memcached::RES_NOTFOUND );
			$old   = is_array( $found ) && is_string( $found['value'] ?? null ) ? $found['value'] : '';
			$bytes = strlen( $old ) < 4 ? null : $change( substr( $old, 4 ) );
			if ( null === $bytes ) {
				return false;
			}
			if ( $this->memcached->cas( $found['cas'], $key, substr( $old, 0, 4 ) . $bytes, unpack( 'N', $old )[1] ) ) {
				return true;
			}
			$this->check( Memcached::RES_DATA_EXISTS, Memcached::RES_NOTFOUND );
		}
		throw new RuntimeException( 'Others change the same item all the time' );
	}

	/** Deletes everything of this site. */
	public function flush(): bool {
		$number = self::number();
		$this->memcached->set( "{$this->site}number", $number );
		$this->check();
		$this->prefix = "{$this->site}$number:";
		return true;
	}

	/**
	 * Deletes what begins with these words.
	 *
	 * @param string $begin A beginning of names.
	 */
	public function flush_begin( string $begin ): bool {
		return false;
	}

	/** Tells whether flush_begin() and names() work. */
	public function lists(): bool {
		return false;
	}

	/** Returns all names. */
	public function names(): iterable {
		return array();
	}

	/** Where it is, in words. */
	public function address(): string {
		return $this->address;
	}

	/** Asks for the number: another request may have flushed the cache since this one has begun, and would not see what is written under the old one. */
	private function renew(): void {
		$number = $this->memcached->get( "{$this->site}number" );
		$this->check( Memcached::RES_NOTFOUND );
		if ( ! is_string( $number ) ) {
			$number = self::number();
			$this->memcached->add( "{$this->site}number", $number );
			$this->check( Memcached::RES_NOTSTORED );
			$stored = $this->memcached->get( "{$this->site}number" );
			$number = is_string( $stored ) ? $stored : $number;
		}
		$this->prefix = "{$this->site}$number:";
	}

	/**
	 * Memcached's keys are short, and have no spaces.
	 *
	 * @param string $name Name.
	 */
	private function key( string $name ): string {
		$key = $this->prefix . $name;
		return strlen( $key ) > 200 || preg_match( '/[^!-~]/', $key ) === 1 ? $this->prefix . hash( 'sha256', $name ) : $key;
	}

	/** A number that was not used before. */
	private static function number(): string {
		return dechex( (int) ( microtime( true ) * 1000000 ) ) . bin2hex( random_bytes( 2 ) );
	}

	/**
	 * Throws if the server has failed.
	 *
	 * @param int ...$also What is no failure.
	 *
	 * @throws RuntimeException If it has.
	 */
	private function check( int ...$also ): void {
		$code = $this->memcached->getResultCode();
		if ( Memcached::RES_SUCCESS !== $code && ! in_array( $code, $also, true ) ) {
			throw new RuntimeException( 'Memcached: ' . $this->memcached->getResultMessage() ); // phpcs:ignore WordPress.Security.EscapeOutput -- Who shows it escapes it.
		}
	}
}
