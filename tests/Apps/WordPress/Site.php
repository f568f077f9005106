<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Apps\WordPress;

use Lyo\Tests\Bridge\Runner;
use RuntimeException;

/** WordPress out of its archives, with Redis Object Cache, in a folder of its own: web heads of all kinds, each a process. */
final class Site
{
    private const ARCHIVES = ['wordpress' => 'wordpress-*-php.tar.gz', 'tests' => 'wordpress-*-tests.tar.gz', 'redis-cache' => 'redis-cache-*.tar.gz'];
    private const MODULES = ['ctype', 'tokenizer', 'mbstring', 'iconv', 'dom', 'xml', 'xmlwriter', 'simplexml', 'exif', 'fileinfo', 'posix', 'mysqlnd', 'mysqli'];

    /** @param array<string, string> $servers variables for the environment */
    public function __construct(private readonly string $folder, private readonly array $servers)
    {
        foreach (self::archives() as $name => $archive) {
            mkdir("$folder/$name");
            exec('tar -xzf ' . escapeshellarg($archive) . ' -C ' . escapeshellarg("$folder/$name"), $output, $status);
            $status === 0 || throw new RuntimeException("$archive cannot be unpacked");
        }
        foreach (['plain', 'lyo'] as $head) {
            mkdir("$folder/$head/plugins", recursive: true);
            mkdir("$folder/$head/themes");
            symlink("$folder/redis-cache", "$folder/$head/plugins/redis-cache");
            symlink(__DIR__ . '/theme', "$folder/$head/themes/default");
        }
        file_put_contents("$folder/wordpress/wp-config.php", '<?php require ' . var_export(__DIR__ . '/config.php', true) . '; require ABSPATH . "wp-settings.php";');
        file_put_contents("$folder/tests/tests/phpunit/wp-tests-config.php", '<?php require ' . var_export(__DIR__ . '/config.php', true) . ';');
        copy("$folder/redis-cache/includes/object-cache.php", "$folder/plain/object-cache.php");
        // The one line of docs/bridges/wordpress.md, with the path of this checkout.
        file_put_contents("$folder/lyo/object-cache.php", '<?php require ' . var_export(dirname(__DIR__, 3) . '/packages/wordpress/src/redis-object-cache.php', true) . ';');
    }

    /** @return array<string, string> empty if one is missing */
    public static function archives(): array
    {
        $folder = getenv('LYO_APPS') ?: dirname(__DIR__, 4) . '/shared/apps';
        $found = [];
        foreach (self::ARCHIVES as $name => $pattern) {
            $paths = glob("$folder/$pattern") ?: [];
            if ($paths === []) {
                return [];
            }
            $found[$name] = $paths[count($paths) - 1];
        }
        return $found;
    }

    /** @return list<string> modules of PHP that WordPress and its tests need, and that are not here */
    public static function missing(): array
    {
        return array_values(array_filter(self::MODULES, static fn(string $module): bool => !extension_loaded($module) && !is_file(ini_get('extension_dir') . "/$module.so")));
    }

    /** As if the plugin had been updated since its drop-in was copied. */
    public function oldDropIn(): void
    {
        $file = "$this->folder/plain/object-cache.php";
        file_put_contents($file, preg_replace('/^( \* Version:).*/m', '$1 1.0.0', (string) file_get_contents($file), 1));
    }

    /** Every read goes to Redis: else tests read mostly what their own process has written. */
    public function readThroughRedis(): void
    {
        foreach (["$this->folder/plain/object-cache.php", "$this->folder/redis-cache/includes/object-cache.php"] as $file) {
            $source = str_replace(['->get( $key, $group, $force, $found )', '->get_multiple( $keys, $group, $force )'], ['->get( $key, $group, true, $found )', '->get_multiple( $keys, $group, true )'], (string) file_get_contents($file), $count);
            $count === 2 || throw new RuntimeException("$file is not as expected");
            file_put_contents($file, $source);
        }
    }

    /**
     * @param list<string> $arguments a script and what it gets
     *
     * @return array{int, string} status and output
     */
    public function run(Head $head, array $arguments, string $prefix = 'wp_'): array
    {
        $php = [...Runner::php([...self::MODULES, ...$head->modules]), '-d', 'sendmail_path=/bin/true'];
        $environment = [
            'SITE_ROOT' => "$this->folder/wordpress",
            'SITE_TESTS' => "$this->folder/tests/tests/phpunit",
            'SITE_CONTENT' => "$this->folder/" . ($head->writes === null ? 'plain' : 'lyo'),
            'SITE_SOCKET' => "{$this->servers['BRIDGE_FOLDER']}/mariadb.sock",
            'SITE_DATABASE' => '0',
            'SITE_IGBINARY' => $head->igbinary ? '1' : '0',
            'SITE_LYO' => json_encode(['writes' => $head->writes, 'compress' => $head->compress, 'min_size' => 100, 'unmarked_igbinary' => $head->unmarkedIgbinary]),
            'SITE_PHP' => implode(' ', array_map(escapeshellarg(...), $php)),
            'SITE_PREFIX' => $prefix,
        ];
        $output = tmpfile() ?: throw new RuntimeException('no file for the output');
        $process = proc_open([...$php, ...$arguments], [['file', '/dev/null', 'r'], $output, $output], $pipes, $this->folder, $environment + $this->servers + getenv());
        $status = $process === false ? -1 : proc_close($process);
        rewind($output);
        return [$status, (string) stream_get_contents($output)];
    }

    /** Runs a command of head.php on a server. */
    public function command(Head $head, string ...$arguments): string
    {
        [$status, $output] = $this->run($head, [__DIR__ . '/head.php', ...array_values($arguments)]);
        if ($status !== 0 || str_contains($output, 'critical error')) {
            throw new RuntimeException("$head->name, " . implode(' ', $arguments) . ": status $status\n" . substr($output, -3_000));
        }
        return $output;
    }
}
