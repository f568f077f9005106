<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Steps;

use Lyo\Tests\Bridge\Runner;
use Lyo\Tests\Bridge\Servers;
use PDO;
use Predis\Client;
use RuntimeException;

/** An application with its store, of which each request is a process of its own. */
final class Application
{
    private const MODULES = ['ctype', 'tokenizer', 'mbstring', '?iconv', 'pdo', '?pdo_sqlite', '?mysqlnd', '?pdo_mysql', '?mysqli'];
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
     * @return array{shows: string, size: int, misses: int, errors: list<string>, plain: bool, bytes: int, instructions: int}|string why it failed
     */
    public function run(string $head, bool $extension, string $does, bool $isCounted = false): array|string
    {
        if ($this->framework !== 'symfony' && $does === 'build') {
            return ['shows' => '', 'size' => 0, 'misses' => 0, 'errors' => [], 'plain' => true, 'bytes' => 0, 'instructions' => 0]; // nothing is built
        }
        $build = (string) realpath(getenv('BUILD') ?: 'build');
        $php = Runner::php([...self::MODULES, ...$extension ? ["$build/lyo.so"] : []]);
        $arguments = [$this->framework, $head, $does, $this->folder, $this->database];
        $environment = ['STEPS_REDIS' => $this->redis, 'BUILD' => $build] + getenv();
        $errors = "$this->folder/errors";
        if ($does === 'read') {
            $server = new Server($php, __DIR__ . '/page.php', $environment + ['PAGE' => (string) json_encode($arguments)], $this->folder, $isCounted && getenv('COUNT') === '1');
            [$output, $instructions] = $server->page();
        } else {
            $process = proc_open([...$php, __DIR__ . '/page.php', ...$arguments], [['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', $errors, 'w']], $pipes, null, $environment);
            $output = $process === false ? '' : (string) stream_get_contents($pipes[1]);
            $process === false || proc_close($process);
        }
        $found = json_decode((string) strrchr(rtrim($output), "\n"), true);
        if (!is_array($found)) {
            return 'no answer, ' . substr($output, -300) . substr((string) @file_get_contents($errors), -700);
        }
        $found['bytes'] = $does === 'read' || $does === 'write' ? $this->bytes() : 0;
        $found['instructions'] = $instructions ?? 0;
        /** @var array{shows: string, size: int, misses: int, errors: list<string>, plain: bool, bytes: int, instructions: int} $found */
        return $found;
    }

    /** The bytes of all values in the store. */
    private function bytes(): int
    {
        if ($this->framework === 'wordpress') {
            $client = new Client(['host' => '127.0.0.1', 'port' => Servers::redis(), 'database' => (int) $this->redis]);
            return array_sum(array_map(static fn(mixed $key): int => is_string($key) ? $client->strlen($key) : 0, $client->keys('*')));
        }
        [$table, $column] = ['symfony' => ['cache_items', 'item_data'], 'laravel' => ['cache', 'value'], 'drupal' => ['cache_default', 'data']][$this->framework];
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
