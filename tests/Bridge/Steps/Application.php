<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Steps;

use Lyo\Tests\Bridge\Runner;
use Lyo\Tests\Bridge\Servers;
use PDO;
use Predis\Client;
use RuntimeException;

/**
 * An application with its store, of which each request is a process of its own.
 *
 * @phpstan-type Found array{shows: string, size: int, misses: int, errors: list<string>, plain: bool, sapi: string, cpu: int, bytes: int, instructions: int}
 */
final class Application
{
    private const MODULES = ['ctype', 'tokenizer', 'mbstring', '?iconv', 'pdo', '?pdo_sqlite', '?mysqlnd', '?pdo_mysql', '?mysqli', '?dom', '?xml', '?simplexml', '?xmlreader', '?xmlwriter', '?gd', '?fileinfo', '?phar', '?posix'];
    /** Redis' databases of the cache and of the imported site. */
    private const REDIS = ['5', '6'];

    private string $redis = self::REDIS[0];

    /** @param string $database where its values are, as a source for PDO */
    private function __construct(private readonly string $framework, private readonly string $folder, private string $database)
    {
        str_starts_with($database, 'sqlite:') && touch(substr($database, strlen('sqlite:'))); // Laravel wants to find the file
    }

    /** Returns the application, or what is missing here. */
    public static function make(string $framework, string $folder): self|string
    {
        $build = getenv('BUILD') ?: 'build';
        if ($framework === 'drupal') {
            is_file("$build/way-back/drupal/core.services.yml") && getenv('DRUPAL_CORE') === false && putenv('DRUPAL_CORE=' . realpath("$build/way-back/drupal"));
            return extension_loaded('pdo_sqlite') ? new self($framework, $folder, "sqlite:$folder/site.sqlite") : 'pdo_sqlite';
        }
        $mariadb = Servers::mariadb();
        if ($framework === 'wordpress') {
            return match (true) {
                $mariadb === null || !self::hasDump() => 'mariadbd with mariadb-dump',
                Servers::redis() === null => 'redis-server',
                !is_file("$build/way-back/wordpress/wp-settings.php") => 'WordPress (tests/WayBack/sites.sh brings it)',
                !is_file("$build/way-back/redis-cache/includes/object-cache.php") => 'plugin Redis Object Cache (REDIS_CACHE of tests/WayBack/sites.sh)',
                default => new self($framework, $folder, self::databases($mariadb)),
            };
        }
        if ($framework === 'drupal-site') {
            return match (true) {
                $mariadb === null || !self::hasDump() => 'mariadbd with mariadb-dump',
                !self::hasDrupal("$build/way-back/composer") => "project with Drupal's core for this PHP (tests/WayBack/sites.sh brings it)",
                self::lacks('gd', 'dom', 'simplexml', 'pdo_mysql') => 'gd, dom, simplexml or pdo_mysql',
                default => new self($framework, $folder, self::databases($mariadb)),
            };
        }
        if ($framework === 'symfony') {
            mkdir("$folder/config/packages", recursive: true);
            preg_match('/^```php\n(<\?php \/\/ config\/packages\/lyo\.php\n.*?)^```$/ms', (string) file_get_contents(__DIR__ . '/../../../docs/bridges/symfony.md'), $block);
            file_put_contents("$folder/config/packages/lyo.php", $block[1] ?? throw new RuntimeException('symfony.md has no config/packages/lyo.php'));
        }
        if ($mariadb !== null && self::hasDump() && extension_loaded('pdo_mysql')) {
            return new self($framework, $folder, self::databases($mariadb) . ($framework === 'symfony' ? ';user=root' : ''));
        }
        return extension_loaded('pdo_sqlite') ? new self($framework, $folder, "sqlite:$folder/site.sqlite") : 'database';
    }

    private static function hasDrupal(string $project): bool
    {
        $core = (string) @file_get_contents("$project/web/core/composer.json");
        return preg_match('/"php": "[^"\d]*([\d.]+)"/', $core, $needed) === 1 && version_compare(PHP_VERSION, $needed[1], '>=');
    }

    /** Tells whether one of these modules of PHP is missing. */
    private static function lacks(string ...$modules): bool
    {
        $php = implode(' ', array_map(escapeshellarg(...), Runner::php(array_values(array_map(static fn(string $module): string => "?$module", ['pdo', 'mysqlnd', 'xml', ...$modules])))));
        return array_diff($modules, array_map(strtolower(...), preg_split('/\R/', (string) shell_exec("$php -m")) ?: [])) !== [];
    }

    private static function hasDump(): bool
    {
        return is_string(shell_exec('command -v mariadb-dump'));
    }

    /** Makes empty databases, and returns the source of the first one. */
    private static function databases(string $mariadb): string
    {
        $server = new PDO(str_replace('dbname=test', 'dbname=mysql', $mariadb), 'root', '');
        foreach (['site', 'imported'] as $name) {
            $server->exec("DROP DATABASE IF EXISTS $name");
            $server->exec("CREATE DATABASE $name CHARACTER SET utf8mb4");
        }
        return str_replace('dbname=test', 'dbname=site', $mariadb);
    }

    /**
     * Runs a request.
     *
     * @param bool $isCounted whether COUNT=1 counts its instructions
     *
     * @return Found|string why it failed
     */
    public function run(string $head, bool $extension, string $does, bool $isCounted = false): array|string
    {
        if (!in_array($this->framework, ['symfony', 'drupal-site'], true) && $does === 'build') {
            return ['shows' => '', 'size' => 0, 'misses' => 0, 'errors' => [], 'plain' => true, 'sapi' => 'cli', 'cpu' => 0, 'bytes' => 0, 'instructions' => 0]; // nothing is built
        }
        if ($does === 'read') {
            $isCounted = $isCounted && getenv('COUNT') === '1';
            [$output, $instructions] = $this->server($head, $extension, false)->page();
            $isCounted && [, $instructions] = $this->server($head, $extension, true)->page();
        } else {
            $command = [...self::php($extension), __DIR__ . '/page.php', ...$this->arguments($head, $does)];
            $process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', "$this->folder/errors", 'w']], $pipes, null, $this->environment());
            $output = $process === false ? '' : (string) stream_get_contents($pipes[1]);
            $process === false || proc_close($process);
        }
        $found = self::found($output);
        if ($found === null) {
            return 'no answer, ' . substr($output, -300) . substr((string) @file_get_contents("$this->folder/errors"), -700);
        }
        if ($does === 'write' && in_array($this->framework, ['drupal-site', 'wordpress'], true)) {
            $this->server($head, $extension, false)->page(); // some items are stored when a page is made again
        }
        $found['bytes'] = $does === 'read' || $does === 'write' ? $this->bytes() : 0;
        $found['instructions'] = $instructions ?? 0;
        return $found;
    }

    /**
     * Asks a plain server and one with Lyo for the page, in turn.
     *
     * @param int $pairs after some that are not counted
     *
     * @return array{plain: list<int>, lyo: list<int>} microseconds of CPU of each request
     */
    public function pairs(int $pairs): array
    {
        $servers = ['plain' => $this->server('plain', false, false), 'lyo' => $this->server('lyo', true, false)];
        $times = ['plain' => [], 'lyo' => []];
        try {
            for ($i = -10; $i < $pairs; $i++) {
                foreach ($i % 2 === 0 ? ['plain', 'lyo'] : ['lyo', 'plain'] as $head) {
                    $found = self::found($servers[$head]->request()) ?? throw new RuntimeException("no answer of $head");
                    $i < 0 || $times[$head][] = $found['cpu'];
                }
            }
        } finally {
            array_map(static fn(Server $server) => $server->stop(), $servers);
        }
        return $times;
    }

    /**
     * Returns how many commands the server of the store gets for a page of which everything is there, as it counts them itself.
     *
     * @return array<string, int> by kind of server; nothing for a store without one
     */
    public function commands(string $head, bool $extension): array
    {
        $server = $this->server($head, $extension, false);
        $least = [];
        try {
            $server->request();
            $before = $this->counters();
            for ($i = 0; $i < 4; $i++) { // some requests do more, for example delete old rows
                $server->request();
                $after = $this->counters();
                foreach ($after as $kind => $count) {
                    $least[$kind] = min($least[$kind] ?? PHP_INT_MAX, $count - ($before[$kind] ?? 0));
                }
                $before = $after;
            }
        } finally {
            $server->stop();
        }
        return $least;
    }

    /** @return array<string, int> how many commands each server has had that read or write */
    private function counters(): array
    {
        $counters = [];
        if (!str_starts_with($this->database, 'sqlite:')) {
            $status = $this->pdo()->query("SHOW GLOBAL STATUS WHERE Variable_name IN ('Com_select', 'Com_insert', 'Com_replace', 'Com_update', 'Com_delete')");
            $counters['MariaDB'] = array_sum(array_map(intval(...), array_filter($status === false ? [] : $status->fetchAll(PDO::FETCH_COLUMN, 1), is_string(...))));
        }
        if ($this->framework === 'wordpress') {
            $stats = (new Client(['host' => '127.0.0.1', 'port' => Servers::redis()]))->executeRaw(['INFO', 'commandstats']);
            preg_match_all('/^cmdstat_(?:m?get|m?set|setex|del|unlink|exists|incrby|decrby):calls=(\d+)/m', is_string($stats) ? $stats : '', $found);
            $counters['Redis'] = array_sum(array_map(intval(...), $found[1]));
        }
        return $counters;
    }

    /** @return Found|null what page.php prints last */
    private static function found(string $output): ?array
    {
        /** @var Found|null $found */
        $found = json_decode((string) strrchr(rtrim($output), "\n"), true);
        return is_array($found) ? $found : null;
    }

    private function server(string $head, bool $extension, bool $isCounted): Server
    {
        [$php, $script, $environment] = $this->web($head, $extension);
        return new Server($php, $script, $environment, $this->folder, $isCounted);
    }

    /** @return array{list<string>, string, array<string, string>} what a web server of the page needs: a command, the script, the environment */
    public function web(string $head, bool $extension): array
    {
        return [self::php($extension), __DIR__ . '/page.php', ['PAGE' => (string) json_encode($this->arguments($head, 'read'))] + $this->environment()];
    }

    /** @return list<string> a command */
    private static function php(bool $extension): array
    {
        return Runner::php([...self::MODULES, ...$extension ? [realpath(getenv('BUILD') ?: 'build') . '/lyo.so'] : []]);
    }

    /** @return list<string> of page.php */
    private function arguments(string $head, string $does): array
    {
        return [$this->framework, $head, $does, $this->folder, $this->database];
    }

    /** @return array<string, string> */
    private function environment(): array
    {
        return ['STEPS_REDIS' => $this->redis, 'BUILD' => (string) realpath(getenv('BUILD') ?: 'build')] + getenv();
    }

    /**
     * Tells in which format the items are.
     *
     * @param int $now the bytes of all values in the store
     * @param int $before those of the same items as serialize() text
     */
    public function stored(int $now, int $before): string
    {
        if ($this->framework === 'wordpress') { // it has other items at another time
            $packed = preg_grep('/\Aa:0:lyo;/', $this->values()) ?: [];
            $text = preg_grep('/\A[aO]:\d+:[{"]/', $this->values()) ?: [];
            return $packed === [] ? 'native' : ($text === [] ? 'lyo' : 'both');
        }
        return $now < 0.8 * $before ? 'lyo' : 'native';
    }

    /** @return list<string> what is in Redis */
    private function values(): array
    {
        $client = new Client(['host' => '127.0.0.1', 'port' => Servers::redis(), 'database' => (int) $this->redis]);
        return array_values(array_filter(array_map(static fn(mixed $key): mixed => is_string($key) ? $client->get($key) : null, $client->keys('*')), is_string(...)));
    }

    /** The bytes of all values in the store. */
    private function bytes(): int
    {
        if ($this->framework === 'wordpress') {
            return array_sum(array_map(strlen(...), $this->values()));
        }
        if ($this->framework === 'drupal-site') {
            $found = $this->pdo()->query("SHOW TABLES LIKE 'cache\\_%'");
            $tables = $found === false ? [] : $found->fetchAll(PDO::FETCH_COLUMN);
            return array_sum(array_map(fn(mixed $table): int => is_string($table) && $table !== 'cache_container' ? $this->sum($table, 'data') : 0, $tables));
        }
        [$table, $column] = ['symfony' => ['cache_items', 'item_data'], 'laravel' => ['cache', 'value'], 'drupal' => ['cache_default', 'data']][$this->framework];
        return $this->sum($table, $column);
    }

    /** The bytes of a column. */
    private function sum(string $table, string $column): int
    {
        $cast = str_starts_with($this->database, 'sqlite:') ? "CAST($column AS BLOB)" : $column;
        $found = $this->pdo()->query("SELECT SUM(LENGTH($cast)) FROM $table");
        $bytes = $found === false ? null : $found->fetchColumn();
        return is_numeric($bytes) ? (int) $bytes : 0;
    }

    private function pdo(): PDO
    {
        return str_starts_with($this->database, 'sqlite:') ? new PDO($this->database) : new PDO($this->database, 'root', '');
    }

    /** Dumps the database, imports the dump into another one, and goes on with that. */
    public function import(): void
    {
        exec('rm -rf ' . escapeshellarg("$this->folder/var")); // the container of the other host, which names its database
        if (str_starts_with($this->database, 'sqlite:')) {
            file_put_contents("$this->folder/dump.sql", self::dump($this->pdo()));
            $this->database = "sqlite:$this->folder/imported.sqlite";
            $this->pdo()->exec((string) file_get_contents("$this->folder/dump.sql"));
            return;
        }
        preg_match('/unix_socket=([^;]+)/', $this->database, $socket);
        $options = '--no-defaults --user=root --socket=' . escapeshellarg($socket[1] ?? '');
        exec("mariadb-dump $options --default-character-set=utf8mb4 site > " . escapeshellarg("$this->folder/dump.sql") . " && mariadb $options imported < " . escapeshellarg("$this->folder/dump.sql") . ' 2>&1', $output, $status);
        $status === 0 || throw new RuntimeException('the dump cannot be imported: ' . implode("\n", $output));
        $this->database = str_replace('dbname=site', 'dbname=imported', $this->database);
        $this->redis = self::REDIS[1]; // another Redis, with nothing in it
    }

    /** Returns SQL that makes the database again, as the shell of SQLite does with .dump. */
    private static function dump(PDO $database): string
    {
        /** @return list<mixed> */
        $column = static fn(string $query): array => ($found = $database->query($query)) === false ? [] : $found->fetchAll(PDO::FETCH_COLUMN);
        $sql = "BEGIN;\n";
        foreach (array_filter($column("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"), is_string(...)) as $table) {
            $sql .= implode(array_filter($column("SELECT sql || ';' FROM sqlite_master WHERE name = '$table'"), is_string(...))) . "\n";
            $columns = array_map(self::quoted(...), array_filter($column("SELECT name FROM pragma_table_info('$table')"), is_string(...)));
            foreach (array_filter($column('SELECT ' . implode(" || ',' || ", $columns) . " FROM \"$table\""), is_string(...)) as $row) {
                $sql .= "INSERT INTO \"$table\" VALUES ($row);\n";
            }
        }
        return "{$sql}COMMIT;\n";
    }

    /** Returns an expression of SQL for a literal of SQL. Strings are hexadecimal, because quote() ends at a zero byte. */
    private static function quoted(string $column): string
    {
        return "CASE typeof(\"$column\") WHEN 'text' THEN 'CAST(X''' || hex(\"$column\") || ''' AS TEXT)' ELSE quote(\"$column\") END";
    }
}
