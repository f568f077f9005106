<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\WordPress\Tests;

use RuntimeException;

/** A WordPress of its own: a copy of the core, a database, an object cache, PHP's web server, and wp-cli. */
final class Site
{
    /** @var resource|null */
    private $server = null;
    private string $address = '';
    /** @var array<string, string> */
    private array $cookies = [];

    /**
     * @param string $folder where the core is copied to
     * @param string $core a folder with wp-settings.php
     * @param list<string> $configuration lines of wp-config.php
     */
    public function __construct(public string $folder, string $core, public readonly string $database, private readonly string $socket, private readonly string $extension, array $configuration)
    {
        Command::run('cp -al ' . escapeshellarg($core) . ' ' . escapeshellarg($folder) . ' 2>/dev/null || { rm -rf ' . escapeshellarg($folder) . '; cp -a ' . escapeshellarg($core) . ' ' . escapeshellarg($folder) . '; }');
        Command::run('rm -rf ' . escapeshellarg("$folder/wp-content/plugins/akismet") . ' ' . escapeshellarg("$folder/wp-content/plugins/hello.php"));
        file_put_contents("$folder/wp-config.php", "<?php\n" . implode("\n", [
            "define('DB_NAME', '$database');", "define('DB_USER', 'root');", "define('DB_PASSWORD', '');", 'define(\'DB_HOST\', ' . var_export("localhost:$socket", true) . ');',
            "define('DB_CHARSET', 'utf8mb4');", "define('DB_COLLATE', '');", "define('AUTH_KEY', 'key of $database');",
            "define('WP_HOME', 'http://example.org');", "define('WP_SITEURL', 'http://example.org');", "define('WP_HTTP_BLOCK_EXTERNAL', true);", "define('AUTOMATIC_UPDATER_DISABLED', true);", "define('DISABLE_WP_CRON', true);",
            "define('WP_DEBUG', true);", "define('WP_DEBUG_DISPLAY', false);", "define('WP_DEBUG_LOG', " . var_export("$folder/debug.log", true) . ');', "define('FS_METHOD', 'direct');", "define('WP_REDIS_DISABLE_COMMENT', true);",
            ...$configuration, "\$table_prefix = 'wp_';", "defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');", "require_once ABSPATH . 'wp-settings.php';\n",
        ]));
    }

    /** The same site in another folder, which is there. */
    public function at(string $folder): self
    {
        $copy = clone $this;
        $copy->folder = $folder;
        return $copy;
    }

    /** The content of content.php. */
    public function install(): void
    {
        Command::run('php ' . escapeshellarg(__DIR__ . '/content.php') . ' ' . escapeshellarg($this->folder));
    }

    /** Runs PHP code inside of WordPress, with the extension or without, and returns what it prints. */
    public function php(string $file, bool $extension, string ...$arguments): string
    {
        return Command::run('php ' . $this->options($extension) . implode(' ', array_map(escapeshellarg(...), [$file, $this->folder, ...$arguments])));
    }

    /** Runs a command of wp-cli. */
    public function wp(string $command, bool $extension = true, bool $fails = false): string
    {
        $wp = getenv('WP_CLI') ?: throw new RuntimeException('WP_CLI is not set');
        $options = $this->options($extension) . '-d error_reporting=8191'; // wp-cli itself may be older than this PHP
        $is = str_contains((string) file_get_contents($wp, length: 30), 'php') ? "php $options " : 'WP_CLI_PHP_ARGS=' . escapeshellarg($options) . ' '; // a phar, or the script that Composer installs
        return Command::run($is . escapeshellarg($wp) . ' --allow-root --no-color --path=' . escapeshellarg($this->folder) . " $command", $fails);
    }

    /** Starts the web server, with the extension or without. */
    public function start(bool $extension, string $under = '', string $options = ''): void
    {
        $this->stop();
        $probe = stream_socket_server('tcp://127.0.0.1:0');
        $this->address = $probe === false ? throw new RuntimeException('no free port') : (string) stream_socket_get_name($probe, false);
        fclose($probe);
        $log = ['file', "$this->folder/server.log", 'a'];
        $command = "exec $under php " . $this->options($extension) . "-d opcache.enable_cli=1 -d opcache.revalidate_freq=0 -d opcache.file_update_protection=0 $options -S $this->address -t " . escapeshellarg($this->folder) . ' ' . escapeshellarg(__DIR__ . '/router.php');
        $server = proc_open(['/bin/sh', '-c', $command], [['file', '/dev/null', 'r'], $log, $log], $pipes, $this->folder);
        $this->server = $server === false ? throw new RuntimeException('no web server') : $server;
        for ($i = 0; $i < 2400; $i++) {
            $connection = @stream_socket_client("tcp://$this->address");
            if ($connection !== false) {
                fclose($connection);
                return;
            }
            usleep(50_000);
        }
        throw new RuntimeException('the web server does not answer');
    }

    public function stop(): void
    {
        if ($this->server !== null) {
            proc_terminate($this->server, SIGINT);
            proc_close($this->server);
            $this->server = null;
        }
    }

    public function pid(): int
    {
        return $this->server === null ? 0 : proc_get_status($this->server)['pid'];
    }

    /**
     * Asks for a page.
     *
     * @param array<string, string>|null $form what is posted
     *
     * @return array{int, string, list<string>} status, body, headers
     */
    public function request(string $url, ?array $form = null): array
    {
        $cookies = implode('; ', array_map(static fn(string $name, string $value): string => "$name=$value", array_keys($this->cookies), $this->cookies));
        $headers = "Host: example.org\r\n" . ($cookies === '' ? '' : "Cookie: $cookies\r\n") . ($form === null ? '' : "Content-Type: application/x-www-form-urlencoded\r\n");
        $body = @file_get_contents("http://$this->address$url", context: stream_context_create(['http' => ['method' => $form === null ? 'GET' : 'POST', 'header' => $headers, 'content' => $form === null ? '' : http_build_query($form), 'ignore_errors' => true, 'follow_location' => 0, 'timeout' => 300]]));
        $answer = $http_response_header ?? [];
        foreach ($answer as $header) {
            if (preg_match('/^Set-Cookie: ([^=]+)=([^;]*)/i', $header, $match) === 1) {
                $this->cookies[$match[1]] = $match[2];
            }
        }
        preg_match('/ (\d{3})/', $answer[0] ?? '', $status);
        return [(int) ($status[1] ?? 0), (string) $body, $answer];
    }

    /** Logs in. */
    public function login(string $name = 'admin', string $password = 'password'): void
    {
        $this->request('/wp-login.php');
        [$status] = $this->request('/wp-login.php', ['log' => $name, 'pwd' => $password, 'wp-submit' => 'Log In', 'testcookie' => '1']);
        $status === 302 || throw new RuntimeException("login: status $status");
    }

    /** Forgets who is logged in. */
    public function logout(): void
    {
        $this->cookies = [];
    }

    /** A page of the administration. */
    public function admin(string $page): string
    {
        [$status, $body] = $this->request("/wp-admin/$page");
        $status === 200 || throw new RuntimeException("$page: status $status\n" . substr($body, 0, 500));
        return $body;
    }

    /** Presses a button of the plugin's page, as a browser does, and returns the page after it. */
    public function press(string $does, string $page = 'options-general.php?page=lyo-object-cache'): string
    {
        $page = $this->admin($page);
        preg_match('/name="_wpnonce" value="([^"]+)"/', $page, $nonce) === 1 || throw new RuntimeException("no nonce:\n" . strip_tags($page));
        preg_match('/<button[^>]* value="' . $does . '"(?![^>]*disabled)/', $page) === 1 || throw new RuntimeException("no button \"$does\":\n" . strip_tags($page));
        [$status, $body, $headers] = $this->request('/wp-admin/admin-post.php', ['action' => 'lyo_object_cache', '_wpnonce' => $nonce[1], 'does' => $does]);
        $status === 302 || throw new RuntimeException("$does: status $status " . strip_tags($body));
        preg_match('~^Location: .*/wp-admin/(\S+)~mi', implode("\n", $headers), $location);
        return $this->admin($location[1] ?? '');
    }

    /** What WordPress has logged, and forgets it. */
    public function log(): string
    {
        $log = is_file("$this->folder/debug.log") ? (string) file_get_contents("$this->folder/debug.log") : '';
        file_put_contents("$this->folder/debug.log", '');
        return $log;
    }

    private function options(bool $extension): string
    {
        return $extension ? '-d extension=' . escapeshellarg($this->extension) . ' ' : '';
    }
}
