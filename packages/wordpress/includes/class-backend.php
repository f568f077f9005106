<?php
/**
 * What the object cache asks of a server.
 *
 * @package Lyo_Object_Cache
 */

declare(strict_types=1);

namespace LyoPlugin;

use RuntimeException;

/** A server that keeps bytes. Every method throws a RuntimeException or a RedisException if the server fails. */
interface Backend {

	/**
	 * Returns what is stored, by name. What is not there is left out.
	 *
	 * @param array $names Names.
	 *
	 * @return array<string, string>
	 */
	public function get( array $names ): array;

	/**
	 * Stores bytes.
	 *
	 * @param string    $name    Name.
	 * @param string    $bytes   Bytes.
	 * @param int       $seconds How long they are kept; 0 for no limit.
	 * @param bool|null $exists  Store only if the name exists (true) or does not exist (false).
	 */
	public function set( string $name, string $bytes, int $seconds, ?bool $exists = null ): bool;

	/**
	 * Deletes, and tells whether something was there.
	 *
	 * @param string $name Name.
	 */
	public function delete( string $name ): bool;

	/**
	 * Changes bytes. Nobody else changes them meanwhile.
	 *
	 * @param string   $name   Name.
	 * @param callable $change Returns other bytes, or null to leave them.
	 */
	public function change( string $name, callable $change ): bool;

	/** Deletes everything of this site. */
	public function flush(): bool;

	/**
	 * Deletes what begins with one of these words.
	 *
	 * @param string $begin A beginning of names.
	 */
	public function flush_begin( string $begin ): bool;

	/** Tells whether flush_begin() works. */
	public function lists(): bool;

	/**
	 * Returns all names.
	 *
	 * @return iterable<string>
	 */
	public function names(): iterable;

	/** Where it is, in words. */
	public function address(): string;
}
