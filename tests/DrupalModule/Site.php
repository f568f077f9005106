<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\DrupalModule;

use Lyo\Tests\Packages\Process;
use PDO;
use RuntimeException;

use function array_keys;
use function count;
use function escapeshellarg;
use function file_get_contents;
use function preg_replace;

/** Drupal's demo site in a folder of its own: its commands, its pages, its database. */
final class Site
{
    /** How many pages one round has. The site has fewer addresses; those that come again have a query. */
    public const PAGES = 200;

    /** @var array<string, string> address => what a visitor saw on the site without the module */
    private array $wanted = [];

    /**
     * @param array<string, string> $environment
     * @param string|null $server the DSN of a database on MariaDB or PostgreSQL, instead of SQLite
     */
    public function __construct(public readonly string $folder, private readonly array $environment, private readonly string $extension, private readonly ?string $server = null) {}

    /**
     * Makes the site from a project that has core.
     *
     * @param array<string, string> $environment
     */
    public static function install(string $project, string $folder, array $environment, string $extension, ?string $server = null, string $profile = 'demo_umami'): self
    {
        Process::run('cp -a ' . escapeshellarg("$project/.") . ' ' . escapeshellarg($folder) . ' && rm -rf web/sites/* && mkdir -p web/sites/default && cp web/core/assets/scaffold/files/default.s* web/sites/default', self::made($folder));
        $site = new self($folder, $environment, $extension, $server);
        $lines = $server === null ? '' : "\n\$databases['default']['default'] = " . var_export(self::connection($server), true) . ";\n";
        if ($server !== null) {
            file_put_contents("$folder/web/sites/default/settings.php", (string) file_get_contents("$folder/web/sites/default/default.settings.php") . "$lines\$settings['hash_salt'] = 'salt';\n\$settings['config_sync_directory'] = 'sites/default/files/sync';\n");
        }
        // What core's plugin of Composer writes.
        file_put_contents("$folder/web/autoload.php", "<?php\nreturn require __DIR__ . '/../vendor/autoload.php';\n");
        file_put_contents("$folder/web/autoload_runtime.php", "<?php\nrequire_once __DIR__ . '/../vendor/autoload_runtime.php';\n");
        Process::run('cp web/core/assets/scaffold/files/index.php web/index.php && cp web/core/assets/scaffold/files/ht.router.php web/.ht.router.php', $folder);
        $site->run('composer config allow-plugins.symfony/runtime true && composer config --json extra.installer-paths \'{"web/core":["type:drupal-core"],"web/modules/contrib/{$name}":["type:drupal-module"]}\' && composer dump-autoload');
        $site->run($server === null ? "php vendor/bin/dr install $profile --password=admin --no-interaction" : 'php ' . __DIR__ . '/install.php.txt');
        Process::run('chmod -R u+w web/sites', $folder);
        // The installer writes a host in the place of MariaDB's socket.
        file_put_contents("$folder/web/sites/default/settings.php", $lines, FILE_APPEND);
        return $site;
    }

    /**
     * Runs a command as the README has it.
     *
     * @param bool $extension whether its PHP has the extension
     *
     * @throws RuntimeException if its status is not 0
     */
    public function run(string $command, bool $extension = false): string
    {
        return Process::run($this->command($command, $extension), $this->folder, $this->environment);
    }

    /** Returns a command of the README as it is run here. */
    public function command(string $command, bool $extension): string
    {
        $php = 'php -d memory_limit=1G -d error_reporting=' . (E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED) . ($extension ? " -d extension=$this->extension" : '');
        return preg_replace('/^php /', "$php ", $command) ?? $command;
    }

    /** Makes a site of its own with the same content. */
    public function copy(string $folder): self
    {
        Process::run('cp -a ' . escapeshellarg("$this->folder/.") . ' ' . escapeshellarg($folder), self::made($folder));
        $copy = new self($folder, $this->environment, $this->extension, $this->server);
        $copy->adopt($this);
        return $copy;
    }

    /**
     * Adds a module of these tests: "stub" decorates the same services, and does nothing but igbinary where STUB_IGBINARY is defined; "many" has 8,000
     * plugins of blocks.
     */
    public function add(string $module): void
    {
        $folder = "$this->folder/web/modules/contrib/$module";
        Process::run('cp -r ' . escapeshellarg(__DIR__ . "/$module") . ' ' . escapeshellarg($folder) . " && find '$folder' -name '*.txt' -exec sh -c 'mv \"$1\" \"\${1%.txt}\"' - {} ';'", self::made(dirname($folder)));
        mkdir("$folder/recipes/$module", recursive: true);
        file_put_contents("$folder/recipes/$module/recipe.yml", "name: $module\ntype: $module\ninstall:\n  - $module\n");
    }

    /** Installs it. */
    public function switchOn(string $module, bool $extension = false): void
    {
        $this->run('php vendor/bin/dr cache:rebuild', $extension);
        $this->run("php vendor/bin/dr recipe modules/contrib/$module/recipes/$module", $extension);
    }

    /** Switches the caches of whole pages off, and adds other settings. */
    public function withoutPages(string $settings = ''): void
    {
        file_put_contents("$this->folder/null.services.yml", "services:\n  cache.backend.null:\n    class: Drupal\\Core\\Cache\\NullBackendFactory\n");
        file_put_contents("$this->folder/web/sites/default/settings.php", "\n$settings\n\$settings['container_yamls'][] = '$this->folder/null.services.yml';\n\$settings['cache']['bins']['page'] = \$settings['cache']['bins']['dynamic_page_cache'] = 'cache.backend.null';\n", FILE_APPEND);
    }

    /** Takes what another site has shown for what this one has to show. */
    public function adopt(self $other): void
    {
        $this->wanted = $other->wanted;
    }

    /** Finds the pages of the site, and keeps what a visitor sees. */
    public function explore(int $pages = self::PAGES): int
    {
        $this->serve(false, function (string $address) use ($pages): void {
            $queue = ['/en', '/es'];
            for ($i = 0; $i < count($queue) && $i < $pages; $i++) {
                $this->wanted[$queue[$i]] = self::get($address, $queue[$i]);
                preg_match_all('~href="(/(?:en|es)(?:/[^"#?]*)?)"~', $this->wanted[$queue[$i]], $found);
                $queue = array_values(array_unique([...$queue, ...array_map(html_entity_decode(...), $found[1])]));
            }
        });
        $addresses = count($this->wanted);
        $addresses > $pages / 2 || throw new RuntimeException("the demo site has only $addresses pages");
        $this->serve(false, function (string $address) use ($pages): void {
            foreach (array_keys($this->wanted) as $path) {
                count($this->wanted) < $pages && $this->wanted["$path?again"] = self::get($address, "$path?again");
            }
            $this->wanted = array_map(self::seen(...), $this->wanted);
        });
        return $addresses;
    }

    /** How many pages one round has. */
    public function pages(): int
    {
        return count($this->wanted);
    }

    /**
     * Gets all pages, and says how many have another status than 200 or another content than without the module.
     *
     * @return array<string, string> address => what is wrong with the page
     */
    public function wrong(bool $extension): array
    {
        // Otherwise a page is one item of the cache.
        $this->execute('DELETE FROM cache_page');
        $this->execute('DELETE FROM cache_dynamic_page_cache');
        $wrong = [];
        $this->serve($extension, function (string $address) use (&$wrong): void {
            foreach ($this->wanted as $path => $wanted) {
                try {
                    $page = self::seen(self::get($address, $path));
                    $page === $wanted || $wrong[$path] = 'another content: ' . self::difference($wanted, $page);
                } catch (RuntimeException $e) {
                    $wrong[$path] = $e->getMessage();
                }
            }
        });
        return $wrong;
    }

    /** Returns the status of one page. */
    public function status(bool $extension, string $path = '/en'): int
    {
        $status = 0;
        $this->serve($extension, static function (string $address) use (&$status, $path): void {
            $status = self::ask($address, $path)[0];
        });
        return $status;
    }

    public function save(string $name): void
    {
        copy($this->database(), "$this->folder/$name.sqlite") || throw new RuntimeException('no copy of the database');
    }

    public function restore(string $name): void
    {
        copy("$this->folder/$name.sqlite", $this->database()) || throw new RuntimeException('no copy of the database');
    }

    public function pdo(): PDO
    {
        return new PDO($this->server ?? 'sqlite:' . $this->database(), $this->type() === 'mysql' ? 'root' : null, options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
    }

    public function database(): string
    {
        return "$this->folder/web/sites/default/files/.sqlite";
    }

    public function execute(string $query): void
    {
        $this->pdo()->exec($query);
    }

    /** Returns what a query finds. */
    public function number(string $query): int
    {
        $number = self::column($this->pdo(), $query)[0] ?? null;
        return is_numeric($number) ? (int) $number : throw new RuntimeException("no number: $query");
    }

    /** @return list<string> the tables of all bins */
    public function bins(): array
    {
        return $this->tables('cache~_%');
    }

    /** @return list<string> */
    private function tables(string $like): array
    {
        $tables = match ($this->type()) {
            'sqlite' => "SELECT name FROM sqlite_master WHERE type = 'table'",
            'mysql' => 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
            default => 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = CURRENT_SCHEMA()',
        };
        return self::column($this->pdo(), "SELECT name FROM ($tables) tables WHERE name LIKE '$like' ESCAPE '~'");
    }

    /** Counts the rows of all bins, or of key-value stores, that plain Drupal cannot read. */
    public function packed(bool $caches): int
    {
        $rows = 0;
        foreach ($this->tables($caches ? 'cache~_%' : 'key~_value%') as $table) {
            [$type, $find, $mark] = match ($this->type()) {
                'sqlite' => ['BLOB', 'INSTR(%s, %s)', "x'C1'"],
                'mysql' => ['BINARY', 'INSTR(%s, %s)', "x'C1'"],
                default => ['BYTEA', 'POSITION(%2$s IN %1$s)', "'\\xC1'::bytea"],
            };
            $bytes = 'CAST(' . ($caches ? 'data' : 'value') . " AS $type)";
            $quote = "CASE WHEN SUBSTR($bytes, 1, 2) = CAST('s:' AS $type) THEN " . sprintf($find, $bytes, "CAST('\"' AS $type)") . ' ELSE 0 END';
            $first = $caches ? "CASE WHEN $quote > 0 THEN SUBSTR($bytes, $quote + 1, 1) END" : "SUBSTR($bytes, 1, 1)";
            $rows += $this->number("SELECT COUNT(*) FROM $table WHERE $first = $mark");
        }
        return $rows;
    }

    /** sqlite, mysql or pgsql. */
    private function type(): string
    {
        return $this->server === null ? 'sqlite' : (string) strtok($this->server, ':');
    }

    /** @return array<string, string> the connection as settings.php has it */
    private static function connection(string $server): array
    {
        $driver = (string) strtok($server, ':');
        preg_match_all('/(\w+)=([^;]*)/', $server, $found);
        $of = array_combine($found[1], $found[2]);
        $connection = ['driver' => $driver, 'namespace' => "Drupal\\$driver\\Driver\\Database\\$driver", 'autoload' => "core/modules/$driver/src/Driver/Database/$driver/", 'database' => $of['dbname'], 'username' => $of['user'] ?? 'root', 'password' => '', 'prefix' => ''];
        return $connection + ($driver === 'mysql' ? ['unix_socket' => $of['unix_socket'], 'isolation_level' => 'READ COMMITTED'] : ['host' => $of['host'], 'port' => $of['port']]);
    }

    /** @return list<string> */
    private static function column(PDO $database, string $query): array
    {
        $found = $database->query($query);
        $column = [];
        foreach ($found === false ? [] : $found->fetchAll(PDO::FETCH_COLUMN) as $value) {
            $column[] = is_scalar($value) ? (string) $value : '';
        }
        return $column;
    }

    /**
     * Runs a web server.
     *
     * @param bool|list<string> $php whether it has the extension, or its command
     * @param callable(string): void $do gets the address of the server, which is stopped after that
     */
    public function serve(bool|array $php, callable $do): void
    {
        $address = Process::address();
        $php = is_array($php) ? $php : ['php', ...$php ? ['-d', "extension=$this->extension"] : []];
        $server = proc_open(
            [...$php, '-d', 'display_errors=0', '-d', 'variables_order=EGPCS', '-d', 'memory_limit=512M', '-d', 'error_reporting=' . (E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED), '-d', 'log_errors=1', '-S', $address, '.ht.router.php'],
            [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', "$this->folder/server.log", 'a']],
            $pipes,
            "$this->folder/web",
            $this->environment + getenv(),
        );
        $server !== false || throw new RuntimeException('no web server');
        try {
            Process::await($address);
            $do($address);
        } finally {
            proc_terminate($server);
            proc_close($server);
        }
    }

    /** What the servers have logged that is an error. */
    public function errors(): string
    {
        preg_match_all('/^.*PHP (?:Fatal|Parse|Recoverable|Warning|Notice).*$/m', (string) file_get_contents("$this->folder/server.log"), $lines);
        return implode("\n", array_slice($lines[0], 0, 5));
    }

    public static function made(string $folder): string
    {
        is_dir($folder) || mkdir($folder, 0700, true);
        return $folder;
    }

    /** Returns a page. */
    private static function get(string $address, string $path): string
    {
        [$status, $page] = self::ask($address, $path);
        return $status === 200 ? $page : throw new RuntimeException("status $status: " . substr(strip_tags($page), 0, 200));
    }

    /**
     * Asks for a page.
     *
     * @param array<string, string> $post
     *
     * @return array{int, string, list<string>} status, content and headers
     */
    public static function ask(string $address, string $path, string $cookie = '', array $post = []): array
    {
        $form = $post === [] ? [] : ['method' => 'POST', 'content' => http_build_query($post), 'follow_location' => 0];
        $header = "Host: localhost\r\n" . ($cookie === '' ? '' : "Cookie: $cookie\r\n") . ($post === [] ? '' : "Content-Type: application/x-www-form-urlencoded\r\n");
        $page = file_get_contents("http://$address$path", context: stream_context_create(['http' => $form + ['ignore_errors' => true, 'timeout' => 120, 'header' => $header]]));
        return [(int) (explode(' ', $http_response_header[0] ?? '')[1] ?? 0), (string) $page, $page === false ? [] : $http_response_header];
    }

    /** Leaves out what is random, or new after each rebuild. */
    private static function seen(string $page): string
    {
        return (string) preg_replace('/js-view-dom-id-[0-9a-f]+|(?<=data-drupal-selector="form-)[\w-]{30,}|(?<=name="form_build_id" value=")[^"]+|(?<=_token" value=")[^"]+|(?<=\/)(?:css|js)_[\w-]+\.(?:css|js)\?[^"]*|(?<=\?)[a-z0-9]{6}(?=")|"permissionsHash":"[^"]*"|"ajaxPageState":\{[^}]*\}|(?<=itok=)[\w-]+/', '', $page);
    }

    private static function difference(string $wanted, string $is): string
    {
        $at = strspn($wanted ^ $is, "\0");
        return 'at ' . $at . ': ' . substr($is, max(0, $at - 40), 120) . ' instead of ' . substr($wanted, max(0, $at - 40), 120);
    }
}
