<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge;

use Closure;
use Lyo\Tests\Clients\Server;
use RuntimeException;

/**
 * redis-server, memcached, mariadbd and postgres on free ports of the loopback interface, as far as they are installed. The process
 * that starts them passes their addresses to other processes in the environment (variables()).
 */
final class Servers
{
    /** @var list<Server> */
    private array $running = [];
    /** @var array<string, string> */
    private array $variables;
    /** @var list<string> */
    private array $missing = [];

    /**
     * @param string $folder for their files
     * @param list<string> $wanted
     */
    public function __construct(private readonly string $folder, array $wanted = ['redis-server', 'memcached', 'mariadbd'])
    {
        $this->variables = ['BRIDGE_FOLDER' => $folder];
        $postgres = in_array('postgres', $wanted, true) ? $this->makePostgres() : null; // takes as long as MariaDB's, beside it
        if (in_array('redis-server', $wanted, true) && $this->installed('redis-server')) {
            $redis = new Server(static fn(int $port): array => ['redis-server', '--port', (string) $port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', $folder]);
            $this->variables['BRIDGE_REDIS'] = (string) $redis->port;
            $this->running[] = $redis;
        }
        if (in_array('memcached', $wanted, true) && $this->installed('memcached')) {
            $memcached = new Server(static fn(int $port): array => ['memcached', '-l', '127.0.0.1', '-p', (string) $port, '-U', '0', '-I', '32m', '-m', '256', '-u', 'nobody']);
            $this->variables['BRIDGE_MEMCACHED'] = (string) $memcached->port;
            $this->running[] = $memcached;
        }
        if (in_array('mariadbd', $wanted, true) && $this->installed('mariadbd', '/usr/sbin') && $this->installed('mariadb-install-db')) {
            $this->startMariadb();
        }
        $postgres === null || $postgres();
    }

    /** @return array<string, string> for the environment of processes that test */
    public function variables(): array
    {
        return $this->variables;
    }

    /** @return list<string> programs that are not installed */
    public function missing(): array
    {
        return $this->missing;
    }

    public function stop(): void
    {
        foreach ($this->running as $server) {
            $server->stop();
        }
        $this->running = [];
    }

    // ---- for the processes that test -------------------------------------------------------------------------------

    /** The port, or null if there is no such server or client. */
    public static function redis(): ?int
    {
        return self::port('BRIDGE_REDIS');
    }

    public static function memcached(): ?int
    {
        return self::port('BRIDGE_MEMCACHED');
    }

    /** A DSN for PDO; the user is root, without a password. */
    public static function mariadb(): ?string
    {
        return getenv('BRIDGE_MARIADB') ?: null;
    }

    /** An empty folder of this name, for files and SQLite databases. */
    public static function folder(string $name): string
    {
        $folder = (getenv('BRIDGE_FOLDER') ?: throw new RuntimeException('started without tests/Bridge/run.php')) . '/' . $name . '-' . getmypid();
        if (!is_dir($folder) && !mkdir($folder, 0700, true)) {
            throw new RuntimeException("cannot make $folder");
        }
        return $folder;
    }

    private static function port(string $variable): ?int
    {
        $port = getenv($variable);
        return is_string($port) && $port !== '' ? (int) $port : null;
    }

    private function installed(string $program, string $also = ''): bool
    {
        foreach ([...explode(':', (string) getenv('PATH')), $also] as $directory) {
            if ($directory !== '' && is_executable("$directory/$program")) {
                return true;
            }
        }
        $this->missing[] = $program;
        return false;
    }

    private function startMariadb(): void
    {
        $data = "$this->folder/mariadb";
        $user = posix_geteuid() === 0 ? 'root' : (string) get_current_user();
        $options = ['--no-defaults', "--datadir=$data", "--user=$user"];
        $log = ['file', "$this->folder/mariadb.log", 'a'];
        // --force: without a look at the name of this host, which chroots do not have
        $install = proc_open(['mariadb-install-db', ...$options, '--auth-root-authentication-method=normal', '--force'], [['file', '/dev/null', 'r'], $log, $log], $pipes);
        if ($install === false || proc_close($install) !== 0) {
            throw new RuntimeException('mariadb-install-db failed: ' . file_get_contents("$this->folder/mariadb.log"));
        }
        $environment = ['PATH' => getenv('PATH') . ':/usr/sbin'];
        $this->running[] = new Server(fn(int $port): array => ['mariadbd', ...$options, "--port=$port", '--bind-address=127.0.0.1', "--socket=$this->folder/mariadb.sock", '--max-allowed-packet=64M', '--innodb-flush-log-at-trx-commit=0'], $environment);
        $this->variables['BRIDGE_MARIADB'] = "mysql:unix_socket=$this->folder/mariadb.sock;dbname=test;charset=utf8mb4";
    }

    /**
     * The server refuses to run as root.
     *
     * @return Closure(): void|null waits for the database that is being made, and starts the server
     */
    private function makePostgres(): ?Closure
    {
        $programs = glob('/usr/lib/postgresql/*/bin') ?: [];
        $programs = $programs === [] ? array_filter(explode(':', (string) getenv('PATH')), static fn(string $directory): bool => is_executable("$directory/initdb")) : $programs;
        if ($programs === []) {
            $this->missing[] = 'postgres';
            return null;
        }
        $initdb = end($programs) . '/initdb';
        $folder = sys_get_temp_dir() . '/lyo-postgres-' . getmypid();
        mkdir($folder, 0700);
        $as = posix_geteuid() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];
        posix_geteuid() === 0 && chown($folder, 'postgres');
        register_shutdown_function(static fn() => exec('rm -rf ' . escapeshellarg($folder)));
        $log = ['file', "$this->folder/postgres.log", 'a'];
        $install = proc_open([...$as, $initdb, '-D', "$folder/data", '-U', 'lyo', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'], [['file', '/dev/null', 'r'], $log, $log], $pipes, '/');

        return function () use ($install, $initdb, $folder, $as): void {
            if ($install === false || proc_close($install) !== 0) {
                throw new RuntimeException('initdb failed: ' . file_get_contents("$this->folder/postgres.log"));
            }
            $postgres = dirname($initdb) . '/postgres';
            $this->running[] = $server = new Server(static fn(int $port): array => [...$as, $postgres, '-D', "$folder/data", '-p', (string) $port, '-h', '127.0.0.1', '-k', $folder, '-F']);
            $this->variables['BRIDGE_POSTGRES'] = "pgsql:host=127.0.0.1;port=$server->port;dbname=postgres;user=lyo";
        };
    }
}
