<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Console;

use Illuminate\Database\Connection;
use Illuminate\Database\DatabaseManager;
use Illuminate\Support\ConfigurationUrlParser;
use Lyo\Laravel\Settings;

/**
 * Finds the items of cache stores and sessions.
 *
 * @internal
 */
final class Places
{
    /** The name that stands for the sessions. */
    public const SESSIONS = 'sessions';

    public function __construct(private readonly Settings $settings, private readonly DatabaseManager $databases) {}

    /**
     * The stores that a command takes if none is named.
     *
     * @return list<string>
     */
    public function usual(): array
    {
        $default = $this->settings->get('cache.default');

        return [...is_string($default) ? [$default] : [], self::SESSIONS];
    }

    /**
     * @return array<string, Place|string> by the name of a store; a text says why the items cannot be reached
     */
    public function all(): array
    {
        $stores = $this->settings->get('cache.stores');
        $places = [];
        foreach (is_array($stores) ? $stores : [] as $name => $config) {
            $config = is_array($config) ? $config : [];
            $driver = $config['driver'] ?? null;
            $place = match ($driver) {
                'file' => self::folder($config['path'] ?? null),
                'storage' => $this->disk($config),
                'database' => $this->table($config['connection'] ?? null, $config['table'] ?? 'cache', 'value'),
                'redis' => $this->redis($config),
                'memcached', 'dynamodb' => "this command does not reach items in $driver",
                default => null,
            };
            if ($place !== null) {
                $places[(string) $name] = $place;
            }
        }
        $place = match ($this->settings->get('session.driver')) {
            'file', 'native' => self::folder($this->settings->get('session.files')),
            'database' => $this->table($this->settings->get('session.connection'), $this->settings->get('session.table'), 'payload'),
            default => null,
        };
        if ($place !== null) {
            $places[self::SESSIONS] = $this->settings->get('session.encrypt') ? 'they are encrypted' : $place;
        }

        return $places;
    }

    private static function folder(mixed $path): Place|string
    {
        return is_string($path) && is_dir($path) ? new Place($path) : 'there is no such folder';
    }

    /**
     * @param  array<mixed>  $config
     */
    private function disk(array $config): Place|string
    {
        $name = $config['disk'] ?? $this->settings->get('filesystems.default');
        $disk = is_string($name) ? $this->settings->get("filesystems.disks.$name") : null;
        if (! is_array($disk) || ($disk['driver'] ?? null) !== 'local' || ! is_string($disk['root'] ?? null)) {
            return 'this command only reaches disks of the driver "local"';
        }
        $path = $config['path'] ?? '';

        return self::folder($disk['root'].'/'.(is_string($path) ? $path : ''));
    }

    private function table(mixed $connection, mixed $table, string $column): Place|string
    {
        $database = $this->databases->connection(is_string($connection) ? $connection : null);
        $source = match ($database->getDriverName()) {
            'sqlite' => 'sqlite:'.$database->getDatabaseName(),
            'mysql', 'mariadb' => self::dsn('mysql', $database, ['host' => 'host', 'port' => 'port', 'database' => 'dbname', 'unix_socket' => 'unix_socket']),
            'pgsql' => self::dsn('pgsql', $database, ['host' => 'host', 'port' => 'port', 'database' => 'dbname']),
            default => null,
        };
        if ($source === null) {
            return 'this command does not reach items in '.$database->getDriverName();
        }
        $user = $database->getConfig('username');
        $password = $database->getConfig('password');

        return new Place(
            $source,
            ['--table' => $database->getTablePrefix().(is_string($table) ? $table : ''), '--column' => $column] + (is_string($user) && $user !== '' ? ['--user' => $user] : []),
            is_string($password) ? $password : null,
        );
    }

    /**
     * @param  array<string, string>  $names  by the name in config/database.php
     */
    private static function dsn(string $driver, Connection $database, array $names): string
    {
        $parts = [];
        foreach ($names as $setting => $name) {
            $value = $database->getConfig($setting);
            if (is_scalar($value) && (string) $value !== '') {
                $parts[$name] = "$name=$value";
            }
        }
        if (isset($parts['unix_socket'])) {
            unset($parts['host'], $parts['port']);
        }

        return "$driver:".implode(';', $parts);
    }

    /**
     * @param  array<mixed>  $config
     */
    private function redis(array $config): Place|string
    {
        $name = $config['connection'] ?? 'default';
        $settings = is_string($name) ? $this->settings->get("database.redis.$name") : null;
        if (! is_array($settings) || isset($settings[0])) {
            return 'this command reaches no cluster';
        }
        /** @var array<string, mixed> $settings */
        $connection = (new ConfigurationUrlParser)->parseConfiguration($settings);
        $text = static fn (string $setting, string $default): string => is_scalar($connection[$setting] ?? null) && (string) $connection[$setting] !== '' ? (string) $connection[$setting] : $default;
        $prefix = '';
        foreach ([$connection['prefix'] ?? $this->settings->get('database.redis.options.prefix'), $config['prefix'] ?? $this->settings->get('cache.prefix')] as $part) {
            $prefix .= is_string($part) ? $part : '';
        }
        $user = $text('username', '');

        return new Place(
            'redis://'.$text('host', '127.0.0.1').':'.$text('port', '6379').'/'.$text('database', '0'),
            ['--match' => addcslashes($prefix, '\\*?[]').'*'] + ($user !== '' ? ['--user' => $user] : []),
            $text('password', ''),
        );
    }
}
