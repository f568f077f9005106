<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Measure;

use InvalidArgumentException;
use Lyo\Measure\Source\Files;
use Lyo\Measure\Source\Input;
use Lyo\Measure\Source\Redis;
use Lyo\Measure\Source\Table;
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
use function str_starts_with;

/** Finds out what a source is by how it is named. */
final readonly class Sources
{
    private const SQLITE = "SQLite format 3\0";
    /** The password of a database is no option: other users of the machine see those. */
    public const PASSWORD = 'LYO_MEASURE_PASSWORD';

    /** @param string $match pattern of keys, for Redis */
    public function __construct(
        private ?string $table = null,
        private ?string $column = null,
        private ?string $user = null,
        private string $match = '*',
    ) {}

    /**
     * @throws InvalidArgumentException if it is nothing that can be measured
     * @throws RuntimeException if it cannot be opened
     */
    public function named(string $name): Source
    {
        return match (true) {
            $name === '-' => new Input(),
            str_starts_with($name, 'redis://') => Redis::at($name, $this->match),
            is_dir($name) => new Files($name),
            file_exists($name) => $this->file($name),
            preg_match('/\A([a-z]{2,20}):(?!\/\/)/', $name, $match) === 1 => $this->table($name, $match[1]),
            default => throw new InvalidArgumentException("$name is no file or folder, no database (sqlite:FILE, mysql:…) and no redis://"),
        };
    }

    /** The name of a source as it is told. */
    public static function withoutPassword(string $name): string
    {
        return (string) preg_replace(['~(?<=://)[^/@]*:[^/@]*@~', '/(?<=password=)[^;]*/'], ['', '***'], $name);
    }

    private function file(string $path): Source
    {
        if (!is_readable($path)) {
            throw new RuntimeException("$path cannot be read");
        }

        return @file_get_contents($path, false, null, 0, 16) === self::SQLITE ? $this->table("sqlite:$path", 'sqlite') : new Files($path);
    }

    private function table(string $dsn, string $driver): Source
    {
        if (!class_exists(PDO::class) || !in_array($driver, PDO::getAvailableDrivers(), true)) {
            throw new RuntimeException("$dsn needs the extension pdo_$driver");
        }
        $password = getenv(self::PASSWORD);

        return Table::of(Table::connect($dsn, $this->user, is_string($password) ? $password : null), $this->table, $this->column);
    }
}
