<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Tests\Support;

use PHPUnit\Framework\Assert;
use RuntimeException;

/**
 * Servers for the tests, started once and stopped at the end. A test is skipped if its server is not installed.
 */
final class Servers
{
    /** @var array<string, int> ports by server */
    private static array $ports = [];

    public static function redis(): int
    {
        return self::start('redis', static fn (int $port): array => ['redis-server', '--port', (string) $port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']);
    }

    public static function memcached(): int
    {
        return self::start('memcached', static fn (int $port): array => ['memcached', '-l', '127.0.0.1', '-p', (string) $port, '-u', 'nobody']);
    }

    /**
     * The address of a DynamoDB that LYO_DYNAMODB names, such as http://127.0.0.1:4567 of "npx dynalite".
     */
    public static function dynamoDb(): string
    {
        return getenv('LYO_DYNAMODB') ?: Assert::markTestSkipped('LYO_DYNAMODB names no DynamoDB');
    }

    /**
     * @return string the socket of a MariaDB with the database "test" and the user "root"
     */
    public static function mariaDb(): string
    {
        $folder = sys_get_temp_dir().'/lyo-mariadb-'.getmypid();
        $socket = "$folder/socket";
        if (! isset(self::$ports['mariadb'])) {
            $server = self::find('mariadbd') ?? Assert::markTestSkipped('mariadbd is not installed');
            self::run(['mariadb-install-db', '--no-defaults', "--datadir=$folder", '--auth-root-authentication-method=normal', '--skip-test-db']);
            self::launch([$server, '--no-defaults', '--user=root', "--datadir=$folder", "--socket=$socket", '--skip-networking', '--innodb-flush-log-at-trx-commit=0'], $folder);
            self::await(static fn (): bool => file_exists($socket));
            (new \PDO("mysql:unix_socket=$socket", 'root', ''))->exec('CREATE DATABASE IF NOT EXISTS test');
            self::$ports['mariadb'] = 1;
        }

        return $socket;
    }

    /**
     * @return string the folder of the socket of a PostgreSQL with the database "postgres" and the user "postgres"
     */
    public static function postgreSql(): string
    {
        $folder = sys_get_temp_dir().'/lyo-postgresql-'.getmypid();
        if (! isset(self::$ports['postgresql'])) {
            $server = self::find('postgres') ?? Assert::markTestSkipped('postgres is not installed');
            $initialize = self::find('initdb') ?? Assert::markTestSkipped('initdb is not installed');
            $as = posix_geteuid() === 0 ? ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups'] : []; // it refuses to run as root
            mkdir($folder, 0777);
            chmod($folder, 0777);
            self::run([...$as, $initialize, '--no-sync', '--username=postgres', '--auth=trust', '--encoding=UTF8', '--pgdata', "$folder/data"]);
            self::launch([...$as, $server, '-D', "$folder/data", '-k', $folder, '-h', '', '-F'], $folder);
            self::await(static function () use ($folder): bool {
                try {
                    return (bool) new \PDO("pgsql:host=$folder;dbname=postgres", 'postgres');
                } catch (\PDOException) {
                    return false;
                }
            });
            self::$ports['postgresql'] = 1;
        }

        return $folder;
    }

    /**
     * @param  \Closure(int): list<string>  $command
     */
    private static function start(string $name, \Closure $command): int
    {
        if (! isset(self::$ports[$name])) {
            $socket = stream_socket_server('tcp://127.0.0.1:0');
            $address = $socket === false ? false : stream_socket_get_name($socket, false);
            $port = (int) substr((string) strrchr((string) $address, ':'), 1);
            unset($socket);
            $words = $command($port);
            $words[0] = self::find($words[0]) ?? Assert::markTestSkipped("$words[0] is not installed");
            self::launch($words);
            self::await(static fn (): bool => @fsockopen('127.0.0.1', $port, timeout: 1) !== false);
            self::$ports[$name] = $port;
        }

        return self::$ports[$name];
    }

    private static function find(string $program): ?string
    {
        foreach ([...explode(PATH_SEPARATOR, (string) getenv('PATH')), '/usr/sbin', '/usr/local/bin', ...glob('/usr/lib/postgresql/*/bin') ?: []] as $folder) {
            if (is_executable("$folder/$program")) {
                return "$folder/$program";
            }
        }

        return is_executable($program) ? $program : null;
    }

    /**
     * @param  list<string>  $command
     */
    private static function run(array $command): void
    {
        $process = proc_open($command, [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']], $pipes);
        if ($process === false || proc_close($process) !== 0) {
            throw new RuntimeException("failed: $command[0]");
        }
    }

    /**
     * @param  list<string>  $command
     */
    private static function launch(array $command, ?string $folder = null): void
    {
        $process = proc_open($command, [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']], $pipes);
        if ($process === false) {
            throw new RuntimeException("cannot start $command[0]");
        }
        $owner = getmypid();
        register_shutdown_function(static function () use ($process, $folder, $owner): void {
            if (getmypid() !== $owner) {
                return;
            }
            proc_terminate($process, 9);
            proc_close($process);
            if ($folder !== null) {
                exec('rm -rf '.escapeshellarg($folder));
            }
        });
    }

    /**
     * @param  \Closure(): bool  $ready
     */
    private static function await(\Closure $ready): void
    {
        for ($attempt = 0; $attempt < 600; $attempt++) {
            if ($ready()) {
                return;
            }
            usleep(50_000);
        }
        throw new RuntimeException('a server does not answer');
    }
}
