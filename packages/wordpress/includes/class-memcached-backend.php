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

/** A Memcached server, by the extension memcached. Each site has a number in its names, and a flush changes it. */
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
		$number = $memcached->get( "{$site}number" );
		$this->check( Memcached::RES_NOTFOUND );
		if ( ! is_string( $number ) ) {
			$number = self::number();
			$memcached->add( "{$site}number", $number );
			$this->check( Memcached::RES_NOTSTORED );
			$stored = $memcached->get( "{$site}number" );
			$number = is_string( $stored ) ? $stored : $number;
		}
		$this->prefix = "$site$number:";
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
			)
		);
		$memcached->addServer( $host, $port );
		return new self( $memcached, $prefix, "Memcached, $host:$port" );
	}

	public function get( array $names ): array {
		$keys  = array_combine( array_map( array( $this, 'key' ), $names ), $names );
		$found = $this->memcached->getMulti( array_keys( $keys ) );
		if ( ! is_array( $found ) ) {
			$this->check();
		}
		$result = array();
		foreach ( is_array( $found ) ? $found : array() as $key => $bytes ) {
			if ( is_string( $bytes ) ) {
				$result[ $keys[ $key ] ] = $bytes;
			}
		}
		return $result;
	}

	public function set( string $name, string $bytes, int $seconds, ?bool $exists = null ): bool {
		$method = null === $exists ? 'set' : ( $exists ? 'replace' : 'add' );
		if ( $this->memcached->$method( $this->key( $name ), $bytes, $seconds > 0 ? time() + $seconds : 0 ) ) {
			return true;
		}
		if ( Memcached::RES_NOTSTORED !== $this->memcached->getResultCode() ) {
			$this->delete( $name ); // Too large for the server: the old item is not there any more either.
		}
		return false;
	}

	public function delete( string $name ): bool {
		$is = $this->memcached->delete( $this->key( $name ) );
		$is || $this->check( Memcached::RES_NOTFOUND );
		return $is;
	}

	public function change( string $name, callable $change ): bool {
		$key = $this->key( $name );
		for ( $try = 0; $try < 1000; $try++ ) {
			$found = $this->memcached->get( $key, null, Memcached::GET_EXTENDED );
			$this->check( Memcached::RES_NOTFOUND );
			$bytes = is_array( $found ) && is_string( $found['value'] ?? null ) ? $change( $found['value'] ) : null;
			if ( null === $bytes ) {
				return false;
			}
			if ( $this->memcached->cas( $found['cas'], $key, $bytes ) ) {
				return true;
			}
			$this->check( Memcached::RES_DATA_EXISTS, Memcached::RES_NOTFOUND );
		}
		throw new RuntimeException( 'Others change the same item all the time' );
	}

	public function flush(): bool {
		$number = self::number();
		$this->memcached->set( "{$this->site}number", $number );
		$this->check();
		$this->prefix = "{$this->site}$number:";
		return true;
	}

	public function flush_begin( string $begin ): bool {
		return false;
	}

	public function lists(): bool {
		return false;
	}

	public function names(): iterable {
		return array();
	}

	public function address(): string {
		return $this->address;
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
	 */
	private function check( int ...$also ): void {
		$code = $this->memcached->getResultCode();
		if ( Memcached::RES_SUCCESS !== $code && ! in_array( $code, $also, true ) ) {
			throw new RuntimeException( 'Memcached: ' . $this->memcached->getResultMessage() );
		}
	}
}
