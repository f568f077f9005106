<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

use InvalidArgumentException;
use PDO;
use RuntimeException;

use function class_exists;
use function file_exists;
use function file_get_contents;
use function getenv;
use function in_array;
use function is_dir;
use function is_readable;
use function is_string;
use function preg_match;
use function preg_replace;
use function rtrim;
use function str_starts_with;

/** Opens a store by its name, as the command line takes it. */
final readonly class Stores
{
    private const SQLITE = "SQLite format 3\0";
    /** Environment variable for the password. There is no option for it, because other users of the machine can see options. */
    public const PASSWORD = 'LYO_PASSWORD';

    /**
     * @param string|null $table table of a database; null if there is only one
     * @param string|null $column column with the values; null if only one has a name that frameworks use for it
     * @param string|null $user user name for a database or a Redis
     * @param string $match pattern of keys: as fnmatch() takes it, for Redis as SCAN takes it
     * @param bool $hashes also read the fields of Redis hashes
     */
    public function __construct(
        private ?string $table = null,
        private ?string $column = null,
        private ?string $user = null,
        private string $match = '*',
        private bool $hashes = false,
    ) {}

    /**
     * Opens a store.
     *
     * @param string $name a file or folder, "-" for standard input, an SQLite file, a DSN of PDO (sqlite:FILE, mysql:…, pgsql:…), redis://…, memcached://…
     *
     * @throws InvalidArgumentException if it is none of these
     * @throws RuntimeException if it cannot be opened
     */
    public function named(string $name): Store
    {
        return match (true) {
            $name === '-' => new Input(),
            preg_match('~\A(?:rediss?|valkeys?|redis\+sentinel)://~', $name) === 1 => Redis::at($name, $this->match, $this->hashes, $this->user, self::password()),
            str_starts_with($name, 'memcached://') => Memcached::at($name, $this->match),
            str_starts_with($name, 'apcu:') => throw new InvalidArgumentException("$name: APCu lies in the processes of the web server (code that runs there can use Lyo\Tools\Store\Apcu)"),
            is_dir($name) => new Files(rtrim($name, '/') ?: '/', $this->match),
            file_exists($name) => $this->file($name),
            preg_match('/\A([a-z]{2,20}):(?!\/\/)/', $name, $match) === 1 => $this->table($name, $match[1]),
            default => throw new InvalidArgumentException("$name: no file or folder, no database (sqlite:FILE, mysql:…, pgsql:…), no redis:// and no memcached://"),
        };
    }

    /** Returns the name of a store without its password, for messages. */
    public static function withoutPassword(string $name): string
    {
        return (string) preg_replace(['~(?<=://)[^/@]*:[^/@]*@~', '/(?<=password=)[^;]*/'], ['', '***'], $name);
    }

    /** Tells whether a file is an SQLite database. */
    public static function isSqlite(string $path): bool
    {
        return @file_get_contents($path, false, null, 0, 16) === self::SQLITE;
    }

    private function file(string $path): Store
    {
        if (!is_readable($path)) {
            throw new RuntimeException("$path: cannot be read");
        }

        return self::isSqlite($path) ? $this->table("sqlite:$path", 'sqlite') : new Files($path, $this->match);
    }

    private function table(string $dsn, string $driver): Store
    {
        if (!class_exists(PDO::class) || !in_array($driver, PDO::getAvailableDrivers(), true)) {
            throw new RuntimeException(self::withoutPassword($dsn) . ": needs the extension pdo_$driver");
        }

        return Table::of(Table::connect($dsn, $this->user, self::password()), $this->table, $this->column, $this->match);
    }

    private static function password(): ?string
    {
        $password = getenv(self::PASSWORD);

        return is_string($password) && $password !== '' ? $password : null;
    }
}
