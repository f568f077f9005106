<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Stores;

use InvalidArgumentException;

/** The stores that can be tested here, by name. */
final class Subjects
{
    public const ALL = ['redis', 'redis by predis', 'sentinel', 'cluster', 'cluster by predis', 'valkey', 'memcached', 'sqlite', 'sqlite, text', 'mariadb', 'mariadb, text', 'postgresql', 'postgresql, text', 'symfony files', 'laravel files', 'session files'];

    /** Other ways to stores that are tested whole. */
    public const VARIANTS = ['redis by predis', 'sentinel', 'cluster by predis', 'sqlite, text', 'mariadb, text', 'postgresql, text'];

    /** Why this one cannot be tested here; null if it can. */
    public static function missing(string $name): ?string
    {
        [$variable, $needs, $module] = match (strtok($name, ' ,')) {
            'redis' => ['BRIDGE_REDIS', 'redis-server', $name === 'redis' ? 'redis' : null],
            'sentinel' => ['STORES_SENTINEL', 'redis-server', null],
            'cluster' => ['STORES_CLUSTER', 'redis-server and redis-cli', $name === 'cluster' ? 'redis' : null],
            'valkey' => ['STORES_VALKEY', 'valkey-server (Debian 13 has it)', null],
            'memcached' => ['BRIDGE_MEMCACHED', 'memcached', null],
            'sqlite' => [null, '', 'pdo_sqlite'],
            'mariadb' => ['BRIDGE_MARIADB', 'mariadbd', 'pdo_mysql'],
            'postgresql' => ['STORES_POSTGRES', 'postgresql', 'pdo_pgsql'],
            default => [null, '', null],
        };

        return match (true) {
            $variable !== null && getenv($variable) === false => "no $needs here",
            $module !== null && !extension_loaded($module) => "PHP has no $module",
            default => null,
        };
    }

    public static function named(string $name): Subject
    {
        $folder = (string) getenv('BRIDGE_FOLDER');
        $port = getenv('BRIDGE_REDIS');
        $nodes = explode(',', (string) getenv('STORES_CLUSTER'));

        return match ($name) {
            'redis', 'redis by predis' => new Subject\Redis("redis://127.0.0.1:$port", ["127.0.0.1:$port"]),
            'sentinel' => new Subject\Redis('redis+sentinel://127.0.0.1:' . getenv('STORES_SENTINEL') . '/cache', ["127.0.0.1:$port"]),
            'cluster', 'cluster by predis' => new Subject\Redis("redis://$nodes[0]", $nodes),
            'valkey' => new Subject\Redis('valkey://127.0.0.1:' . getenv('STORES_VALKEY'), ['127.0.0.1:' . getenv('STORES_VALKEY')]),
            'memcached' => new Subject\Memcached((int) getenv('BRIDGE_MEMCACHED')),
            'sqlite', 'sqlite, text' => new Subject\Table("sqlite:$folder/cache.sqlite", $name !== 'sqlite'),
            'mariadb', 'mariadb, text' => new Subject\Table((string) getenv('BRIDGE_MARIADB'), $name !== 'mariadb'),
            'postgresql', 'postgresql, text' => new Subject\Table((string) getenv('STORES_POSTGRES'), $name !== 'postgresql'),
            'symfony files' => new Subject\Files("$folder/symfony", 'symfony'),
            'laravel files' => new Subject\Files("$folder/laravel", 'laravel'),
            'session files' => new Subject\Files("$folder/sessions", 'session'),
            default => throw new InvalidArgumentException("there is no store $name"),
        };
    }

    /**
     * Modules that lyo is to have for it.
     *
     * @return list<string>
     */
    public static function modules(string $name): array
    {
        return ['igbinary', '?msgpack', ...str_ends_with($name, 'by predis') || $name === 'sentinel' ? [] : ['?redis'], '?memcached', '?pdo', '?pdo_sqlite', '?mysqlnd', '?pdo_mysql', '?pdo_pgsql', '?pcntl', '?posix'];
    }
}
