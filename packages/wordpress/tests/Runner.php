<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\WordPress\Tests;

use Lyo\Tests\Bridge\Servers;
use LyoPlugin\Tools\Build;
use Memcached;
use mysqli;
use Redis;
use RuntimeException;

/** Runs the tests of the plugin. */
final class Runner
{
    private const PARTS = ['zip', 'life', 'heads', 'damage', 'old', 'mistakes', 'network', 'suite', 'directory'];

    /** What the plugin directory's checker finds, and why it stays. */
    private const FINDINGS = [
        'lib/ WordPress.Security.EscapeOutput.ExceptionNotEscaped' => 'messages of exceptions are no HTML; who shows one escapes it',
        'lib/ WordPress.Security.EscapeOutput.OutputNotEscaped' => "warnings with the words of PHP's own unserialize()",
        'lib/ WordPress.PHP.DevelopmentFunctions.error_log_trigger_error' => 'the same warnings',
        'lib/ Squiz.PHP.DiscouragedFunctions.Discouraged' => 'ini_set() for the digits of numbers, put back at once',
        'lib/ WordPress.WP.AlternativeFunctions.json_encode_json_encode' => 'the library does not know WordPress',
        'lib/ WordPress.WP.AlternativeFunctions.file_get_contents_file_get_contents' => 'a file of the server, which no URL names',
        'lyo-object-cache.php invalid_license' => 'the checker removes the hyphens of BSD-3-Clause before it looks for BSD-3-Clause',
    ];

    private readonly string $folder;
    private readonly string $core;
    private readonly string $redisCache;
    private readonly string $extension;
    private Servers $servers;
    private mysqli $server;
    private Redis $redis;
    /** @var list<Site> */
    private array $sites = [];

    public function __construct()
    {
        $build = (string) realpath(getenv('BUILD') ?: 'build');
        $this->extension = "$build/lyo.so";
        $this->core = (string) realpath(getenv('WORDPRESS') ?: "$build/way-back/wordpress");
        $this->redisCache = (string) realpath(getenv('REDIS_CACHE') ?: "$build/way-back/redis-cache");
        $this->folder = "$build/wordpress-plugin-" . getmypid();
        putenv('LYO_COST=1');
    }

    /** @param list<string> $parts */
    public function main(array $parts): int
    {
        $missing = $this->missing();
        if ($missing !== []) {
            echo 'test-wordpress-plugin: SKIPPED, no ', implode(', ', $missing), "\n";
            return 0;
        }
        mkdir($this->folder, 0700);
        $this->servers = new Servers($this->folder);
        try {
            if ($this->servers->missing() !== []) {
                echo 'test-wordpress-plugin: SKIPPED, no ', implode(', ', $this->servers->missing()), "\n";
                return 0;
            }
            $this->server = new mysqli(hostname: 'localhost', username: 'root', socket: "$this->folder/mariadb.sock");
            $this->redis = new Redis();
            $this->redis->connect('127.0.0.1', (int) $this->servers->variables()['BRIDGE_REDIS']);
            Build::make()->zip($this->zip());
            foreach ($parts === [] ? self::PARTS : $parts as $part) {
                $time = microtime(true);
                match ($part) {
                    'zip' => $this->testZip(),
                    'life' => $this->testLives(),
                    'heads' => $this->testHeads((int) (getenv('OPERATIONS') ?: 5_000)),
                    'damage' => $this->testDamage((int) (getenv('ITEMS') ?: 2_000)),
                    'old' => $this->testOldPhp(),
                    'mistakes' => $this->testMistakes(),
                    'network' => $this->testNetwork(),
                    'suite' => $this->testSuite((string) getenv('WORDPRESS_DEVELOP')),
                    'directory' => $this->testDirectory((string) getenv('PLUGIN_CHECK')),
                    'cost' => $this->cost((int) (getenv('PAIRS') === false ? 10 : getenv('PAIRS'))),
                };
                printf("  %s: %.0f s\n", $part, microtime(true) - $time);
            }
            echo "test-wordpress-plugin: passed\n";
            return 0;
        } finally {
            array_map(static fn(Site $site) => $site->stop(), $this->sites);
            $this->servers->stop();
            exec('rm -rf ' . escapeshellarg($this->folder));
        }
    }

    /** @return list<string> */
    private function missing(): array
    {
        $missing = [];
        is_file("$this->core/wp-settings.php") || $missing[] = 'WordPress (WORDPRESS names its folder)';
        is_file("$this->redisCache/includes/object-cache.php") || $missing[] = 'Redis Object Cache (REDIS_CACHE names its folder)';
        is_file((string) getenv('WP_CLI')) || $missing[] = 'wp-cli (WP_CLI names its file)';
        is_file($this->extension) || $missing[] = 'lyo.so';
        foreach (['redis', 'memcached', 'mysqli'] as $module) {
            extension_loaded($module) || $missing[] = "extension $module";
        }
        foreach (['zip', 'unzip', 'mariadb-dump'] as $program) {
            is_string(shell_exec("command -v $program")) || $missing[] = $program;
        }
        return $missing;
    }

    private function zip(): string
    {
        return "$this->folder/lyo-object-cache.zip";
    }

    /** The same sources make the same zip; every class of it can be loaded; nothing of the library is outside of its prefix, exceptions aside. */
    private function testZip(): void
    {
        sleep(2);
        Build::make()->zip("$this->folder/again.zip");
        hash_file('sha256', $this->zip()) === hash_file('sha256', "$this->folder/again.zip") || throw new RuntimeException('the zip is another one each time');
        Command::run('cd ' . escapeshellarg($this->folder) . ' && unzip -q lyo-object-cache.zip');
        foreach ([false, true] as $extension) {
            $said = Command::run('php ' . ($extension ? '-d extension=' . escapeshellarg($this->extension) . ' ' : '') . escapeshellarg(__DIR__ . '/classes.php') . ' ' . escapeshellarg("$this->folder/lyo-object-cache"));
            preg_match('/^(\d+) classes$/', $said, $match) === 1 && (int) $match[1] > 80 || throw new RuntimeException($said);
        }
        printf("zip: %d bytes, the same when it is made again; %s are loaded\n", filesize($this->zip()), $said);
    }

    private function testLives(): void
    {
        foreach (explode(' ', getenv('KINDS') ?: 'redis-cache redis memcached') as $kind) {
            $this->redis->flushAll();
            $site = $this->site(strtr($kind, '-', '_'), $kind);
            $elsewhere = $this->site(strtr($kind, '-', '_') . '_elsewhere', 'none');
            $life = new Life($site, $kind, $this->redisCache, $this->zip(), $this->server, (int) (getenv('PAGES') ?: 50), $kind === 'memcached' ? $this->memcached(...) : $this->stored(...), $kind === 'memcached' ? fn() => $this->memcachedClient()->flush() : $this->redis->flushAll(...));
            printf("%s: %d pages, each with status 200 and the same content, and nothing is logged\n", $kind, $life->run("$this->folder/mariadb.sock", $elsewhere));
        }
    }

    /** @return list<string> */
    private function stored(): array
    {
        return array_values(array_filter(array_map(fn(string $key): mixed => $this->redis->get($key), $this->redis->keys('*')), is_string(...)));
    }

    /** @return list<string> */
    private function memcached(): array
    {
        $client = $this->memcachedClient();
        // php-memcached's getAllKeys() needs a server that dumps its keys: memcached 1.4.31 and newer does it in its own way.
        $socket = stream_socket_client("tcp://127.0.0.1:{$this->servers->variables()['BRIDGE_MEMCACHED']}");
        fwrite($socket, "lru_crawler metadump all\r\n");
        $items = [];
        while (is_string($line = fgets($socket)) && trim($line) !== 'END') {
            if (preg_match('/^key=(\S+)/', $line, $match) === 1) {
                $item = $client->get(rawurldecode($match[1]));
                is_string($item) && $items[] = substr($item, 4); // after the time
            }
        }
        return $items;
    }

    private function memcachedClient(): Memcached
    {
        $client = new Memcached();
        $client->addServer('127.0.0.1', (int) $this->servers->variables()['BRIDGE_MEMCACHED']);
        return $client;
    }

    /** @param string $kind "redis-cache", "redis", "memcached" or "none" */
    private function site(string $name, string $kind, string ...$more): Site
    {
        $this->server->query("CREATE DATABASE $name");
        $variables = $this->servers->variables();
        $configuration = match ($kind) {
            'none' => [],
            'memcached' => ["define('WP_LYO_SERVER', 'memcached://127.0.0.1:{$variables['BRIDGE_MEMCACHED']}');"],
            default => ["define('WP_REDIS_PORT', {$variables['BRIDGE_REDIS']});"],
        };
        return $this->sites[] = new Site("$this->folder/$name", $this->core, $name, "$this->folder/mariadb.sock", $this->extension, [...$configuration, ...$more]);
    }

    /** A site on which the plugin is on: for redis-cache over the other plugin. */
    private function enabled(string $name, string $kind, string ...$more): Site
    {
        $site = $this->site($name, $kind, ...$more);
        $site->install();
        if ($kind === 'redis-cache') {
            Command::run('cp -a ' . escapeshellarg($this->redisCache) . ' ' . escapeshellarg("$site->folder/wp-content/plugins/redis-cache"));
            $site->wp('plugin activate redis-cache', false);
            $site->wp('redis enable', false);
        }
        $site->wp('plugin install ' . escapeshellarg($this->zip()) . ' --activate');
        $site->wp('lyo enable');
        return $site;
    }

    private function testHeads(int $operations): void
    {
        foreach (['redis-cache', 'redis', 'memcached'] as $kind) {
            $site = $this->enabled('heads_' . strtr($kind, '-', '_'), $kind);
            $heads = [new Head('ours, with the extension', $site->folder, $this->extension), new Head('ours, without the extension', $site->folder, null)];
            if ($kind === 'redis-cache') { // the same site, with the drop-in of the other plugin
                $plain = "$site->folder-plain";
                Command::run('cp -al ' . escapeshellarg($site->folder) . ' ' . escapeshellarg($plain) . ' && rm ' . escapeshellarg("$plain/wp-content/object-cache.php") . ' && cp ' . escapeshellarg("$this->redisCache/includes/object-cache.php") . ' ' . escapeshellarg("$plain/wp-content/object-cache.php"));
                array_push($heads, new Head('plain', $plain, null), new Head('plain', $plain, null));
            }
            try {
                $counts = (new Heads($heads, $kind !== 'redis-cache'))->run($operations);
            } finally {
                array_map(static fn(Head $head) => $head->stop(), $heads);
                $log = (string) @file_get_contents("$site->folder/head.log") . @file_get_contents("$site->folder-plain/head.log");
                trim($log) === '' || print $log;
            }
            printf("heads, %s: %d operations of %d heads, 0 errors, 0 stale; %d reads, %d misses\n", $kind, $counts['operations'], count($heads), $counts['reads'], $counts['misses']);
        }
    }

    private function testDamage(int $items): void
    {
        foreach (['redis-cache', 'redis'] as $kind) {
            $site = $this->enabled('damage_' . strtr($kind, '-', '_'), $kind);
            // Without the extension, Redis Object Cache's values are serialize() text without a sum: there is no promise for two changed bytes.
            foreach ($kind === 'redis' ? [true, false] : [true] as $extension) {
                $said = $site->php(__DIR__ . '/head.php', $extension, 'damage', (string) $items, $kind === 'redis' ? '0' : '1');
                $counts = json_decode($said, true);
                is_array($counts) || throw new RuntimeException($said);
                $counts['wrong'] === [] && $counts['not stored again'] === 0 && $counts['damaged'] === $items && $counts['misses'] > $items * 0.9 || throw new RuntimeException("damage, $kind: $said");
                printf("damage, %s%s: %d items in five ways, %d misses, %d as before, 0 wrong\n", $kind, $extension ? '' : ', without the extension', $counts['damaged'], $counts['misses'], $counts['unchanged']);
            }
        }
    }

    /** WordPress' own tests, with each kind of cache: the same pass as with the drop-in of the other plugin, or without one. */
    private function testSuite(string $develop): void
    {
        $phpunit = dirname($this->extension) . '/apps/wordpress/vendor/bin/phpunit';
        if (!is_dir("$develop/tests/phpunit/tests/option") || !is_file($phpunit)) {
            echo "WordPress' own tests: SKIPPED, ", is_file($phpunit) ? "WORDPRESS_DEVELOP does not name a folder of them\n" : "no PHPUnit 9: make $phpunit\n";
            return;
        }
        $suite = new Suite($develop, $phpunit, $this->extension);
        $ours = $this->enabled('suite_redis_cache', 'redis-cache');
        $plain = $ours->at("$ours->folder-plain");
        Command::run('cp -al ' . escapeshellarg($ours->folder) . ' ' . escapeshellarg($plain->folder) . ' && rm ' . escapeshellarg("$plain->folder/wp-content/object-cache.php") . ' ' . escapeshellarg("$plain->folder/wp-tests-config.php") . ' 2>/dev/null; cp ' . escapeshellarg("$this->redisCache/includes/object-cache.php") . ' ' . escapeshellarg("$plain->folder/wp-content/object-cache.php"));
        $redis = $this->enabled('suite_redis', 'redis');
        $memcached = $this->enabled('suite_memcached', 'memcached');
        Suite::readThrough("$ours->folder/wp-content/plugins/redis-cache/includes/object-cache.php", "$plain->folder/wp-content/object-cache.php");
        Suite::readThrough(...array_map(static fn(Site $site): string => "$site->folder/wp-content/plugins/lyo-object-cache/includes/cache-functions.php", [$redis, $memcached]));
        $runs = [
            'no drop-in' => [$this->site('suite_none', 'none'), false, null, []],
            'Redis Object Cache' => [$plain, false, null, []],
            'ours over Redis Object Cache' => [$ours, true, 'Redis Object Cache', []],
            'ours over Redis Object Cache, without the extension' => [$ours, false, 'Redis Object Cache', []],
            'own cache, Redis' => [$redis, true, 'no drop-in', Suite::DIFFERENCES['Redis']],
            'own cache, Redis, without the extension' => [$redis, false, 'no drop-in', Suite::DIFFERENCES['Redis']],
            'own cache, Memcached' => [$memcached, true, 'no drop-in', Suite::DIFFERENCES['Memcached']],
            'own cache, Memcached, without the extension' => [$memcached, false, 'no drop-in', Suite::DIFFERENCES['Memcached']],
        ];
        $results = [];
        $faults = [];
        printf("WordPress' own tests, of WordPress %s, in WordPress %s\n", $suite->version($develop . '/src'), $suite->version($this->core));
        foreach ($runs as $name => [$site, $extension, $beside, $known]) {
            $this->redis->flushAll();
            $this->memcachedClient()->flush();
            $result = $results[$name] = $suite->run($site, $extension);
            $skips = $beside === 'no drop-in' ? array_keys($results['Redis Object Cache'], 'skipped', true) : [];
            $differences = [];
            foreach ($beside === null ? [] : $result + $results[$beside] as $test => $state) {
                $state = $result[$test] ?? 'not run';
                if (strtok($state, ':') !== strtok($results[$beside][$test] ?? 'not run', ':') && !($state === 'skipped' && in_array($test, $skips, true))) {
                    $differences[$test] = $state;
                }
            }
            $count = static fn(string $begin): int => count(array_filter($result, static fn(string $state): bool => str_starts_with($state, $begin)));
            printf("  %s: %d tests, %d passed, %d skipped, %d not passed%s\n", $name, count($result), $count('passed'), $count('skipped'), count($result) - $count('passed') - $count('skipped'), $beside === null ? '' : '; ' . count($differences) . " otherwise than with $beside, " . count($known) . ' with a reason');
            foreach (array_diff_key($differences, $known) as $test => $state) {
                $faults[] = "$name: $test: $state";
            }
            foreach (array_diff_key($known, $differences) as $test => $reason) {
                $faults[] = "$name: $test: ends as with $beside, though $reason";
            }
        }
        $faults === [] || throw new RuntimeException(implode("\n", $faults));
    }

    /** The program with which the plugin directory checks plugins. */
    private function testDirectory(string $checker): void
    {
        if (!is_file("$checker/vendor/autoload.php")) {
            echo "the plugin directory's checker: SKIPPED, PLUGIN_CHECK does not name its folder\n";
            return;
        }
        $site = $this->enabled('directory', 'redis');
        Command::run('cp -a ' . escapeshellarg($checker) . ' ' . escapeshellarg("$site->folder/wp-content/plugins/plugin-check"));
        $site->wp('plugin activate plugin-check');
        $said = $site->wp('plugin check lyo-object-cache --format=csv --require=' . escapeshellarg("$site->folder/wp-content/plugins/plugin-check/cli.php"));
        $counts = [];
        $file = 'before the first file';
        foreach (explode("\n", $said) as $line) {
            if (preg_match('/^FILE: (.*)/', $line, $match) === 1) {
                $file = str_starts_with($match[1], 'lib/') ? 'lib/' : $match[1];
            } elseif (preg_match('/^\d+,\d+,(ERROR|WARNING),([\w.]+)/', $line, $match) === 1) {
                $counts["$file $match[2]"] = ($counts["$file $match[2]"] ?? 0) + 1;
            }
        }
        // Without the reasons nothing may be left, and a reason must be needed.
        $counts !== [] || throw new RuntimeException("the checker finds nothing, also not what is known:\n$said");
        array_diff_key($counts, self::FINDINGS) === [] || throw new RuntimeException('the checker finds ' . json_encode(array_diff_key($counts, self::FINDINGS)) . "\n$said");
        array_diff_key(self::FINDINGS, $counts) === [] || throw new RuntimeException('the checker does not find ' . json_encode(array_diff_key(self::FINDINGS, $counts)));
        foreach (self::FINDINGS as $finding => $reason) {
            printf("the plugin directory's checker: %d times %s: %s\n", $counts[$finding], $finding, $reason);
        }
    }

    /** What the plugin does on a PHP that is too old: the condition is turned for this. */
    private function testOldPhp(): void
    {
        $site = $this->enabled('old', 'redis');
        foreach (['plugins/lyo-object-cache/lyo-object-cache.php', 'object-cache.php'] as $file) {
            $code = (string) file_get_contents("$site->folder/wp-content/$file");
            file_put_contents("$site->folder/wp-content/$file", str_replace(['PHP_VERSION_ID < 80200', 'PHP_VERSION_ID >= 80200'], ['PHP_VERSION_ID < 990000', 'PHP_VERSION_ID >= 990000'], $code, $count));
            $count === 1 || throw new RuntimeException("$file does not look at the version");
        }
        $site->start(false);
        [$status, $body] = $site->request('/');
        $status === 200 && str_contains($body, 'Post 50') || throw new RuntimeException("old PHP: status $status");
        $site->login();
        $page = $site->admin('index.php');
        str_contains($page, 'Lyo Object Cache needs PHP 8.2 or newer') || throw new RuntimeException('old PHP: no notice');
        echo "old PHP: pages work, and the administration says what is missing\n";
    }

    /** A setting that is wrong, a server that is not there, and servers that take connections and say nothing: pages work at once, and the plugin says why. After that the cache is emptied. */
    private function testMistakes(): void
    {
        $silent = stream_socket_server('tcp://127.0.0.1:0') ?: throw new RuntimeException('no free port');
        $servers = array_map(static fn(string $url): string => "define('WP_LYO_SERVER', '$url');", ['redis://127.0.0.1:1', ...array_map(static fn(string $scheme): string => "$scheme://" . stream_socket_get_name($silent, false), ['redis', 'memcached'])]);
        foreach (['redis-cache' => [], 'redis' => array_fill_keys($servers, 'does not answer')] as $kind => $mistakes) {
            $site = $this->enabled('mistakes_' . strtr($kind, '-', '_'), $kind);
            $file = "$site->folder/wp-config.php";
            $configuration = (string) file_get_contents($file);
            foreach (["define('WP_LYO', ['writes' => 'nonsense']);" => 'WP_LYO in wp-config.php is wrong'] + $mistakes as $line => $sentence) {
                file_put_contents($file, str_replace('<?php', "<?php\n$line", $configuration));
                $site->start(true);
                $site->request('/'); // OPcache compiles
                $time = microtime(true);
                [$status, $body] = $site->request('/');
                $time = microtime(true) - $time;
                $status === 200 && str_contains($body, 'Post 50') || throw new RuntimeException("$kind, $line: status $status");
                $time < 5 || throw new RuntimeException(sprintf('%s, %s: a page takes %.1f s', $kind, $line, $time));
                $said = $site->wp('lyo status', fails: true);
                str_contains($said, $sentence) || throw new RuntimeException("$kind, $line: $said");
            }
            file_put_contents($file, $configuration);
            is_file("$site->folder/wp-content/object-cache.flush") === ($mistakes !== []) || throw new RuntimeException("$kind: the cache would not be emptied");
            $site->start(true);
            [$status] = $site->request('/');
            clearstatcache();
            $status === 200 && !is_file("$site->folder/wp-content/object-cache.flush") || throw new RuntimeException("$kind: the cache is not emptied, status $status\n" . $site->log());
            $log = (string) preg_replace(Life::NO_NETWORK, '', $site->log());
            trim($log) === '' || throw new RuntimeException("$kind: WordPress has logged:\n$log");
        }
        echo "mistakes: pages work, and the plugin says what is wrong\n";
    }

    /** A network of two sites. */
    private function testNetwork(): void
    {
        $site = $this->site('network', 'redis');
        $site->install();
        $site->php(__DIR__ . '/network.php', false, 'network');
        $file = "$site->folder/wp-config.php";
        file_put_contents($file, str_replace('$table_prefix', "define('MULTISITE', true); define('SUBDOMAIN_INSTALL', false); define('DOMAIN_CURRENT_SITE', 'example.org'); define('PATH_CURRENT_SITE', '/'); define('SITE_ID_CURRENT_SITE', 1); define('BLOG_ID_CURRENT_SITE', 1);\n\$table_prefix", (string) file_get_contents($file)));
        $site->php(__DIR__ . '/network.php', false, 'site');
        $urls = ['/', '/second/', '/?s=post', '/second/?s=hello', '/feed/', '/second/feed/'];
        $pages = static fn(): array => array_map(static function (string $url) use ($site): string {
            [$status, $body] = $site->request($url);
            $status === 200 || throw new RuntimeException("network, $url: status $status");
            return (string) preg_replace('/\n<!-- \d+ \d+ -->$/', '', $body);
        }, $urls);
        $site->start(true);
        $expected = $pages();
        str_contains($expected[1], 'The second site') && !str_contains($expected[0], 'The second site') || throw new RuntimeException('there are no two sites');
        $site->wp('plugin install ' . escapeshellarg($this->zip()) . ' --activate-network');
        $site->login();
        $page = 'network/settings.php?page=lyo-object-cache';
        str_contains($site->press('enable', $page), 'The object cache is on.') || throw new RuntimeException('network: cannot be enabled');
        [$status] = $site->request('/wp-admin/options-general.php?page=lyo-object-cache');
        $status === 403 || throw new RuntimeException("network: one site has the page, too: status $status");
        $site->logout();
        for ($i = 0; $i < 3; $i++) {
            $pages() === $expected || throw new RuntimeException('network: other pages');
        }
        count(array_filter($this->stored(), static fn(string $data): bool => str_starts_with($data, "\xC1"))) > 20 || throw new RuntimeException('network: nothing is in lyo');
        $site->wp('plugin uninstall lyo-object-cache --deactivate');
        $pages() === $expected || throw new RuntimeException('network: other pages after the plugin');
        $rows = $this->server->query("SELECT * FROM network.wp_sitemeta WHERE meta_key LIKE '%lyo_object%'");
        $rows->num_rows === 0 && !is_file("$site->folder/wp-content/object-cache.php") || throw new RuntimeException('network: something is left');
        $log = (string) preg_replace(Life::NO_NETWORK, '', $site->log());
        trim($log) === '' || throw new RuntimeException("network: WordPress has logged:\n$log");
        echo "network: two sites, the same pages with the plugin and after it, nothing is left\n";
    }

    private function cost(int $pairs): void
    {
        $plain = $this->enabled('cost', 'redis-cache');
        $dropIn = "$plain->folder/wp-content/object-cache.php";
        $ours = (string) file_get_contents($dropIn);
        $theirs = (string) file_get_contents("$this->redisCache/includes/object-cache.php");
        $configuration = (string) file_get_contents("$plain->folder/wp-config.php");
        $own = (string) file_get_contents(dirname(__DIR__) . '/dropin/own.php');
        // The drop-in, whether the extension is there, a line of wp-config.php, and plugins that this site does not have.
        $variants = [
            'plain' => [$theirs, false, '', ['lyo-object-cache']],
            'igbinary' => [$theirs, false, "define('WP_REDIS_IGBINARY', true);", ['lyo-object-cache']],
            'ours' => [$ours, true, '', []],
            'ours, not compressed' => [$ours, true, "define('WP_LYO', ['writes' => 'auto', 'every_host_reads' => true]);", []],
            'ours, also short values compressed' => [$ours, true, "define('WP_LYO', ['writes' => 'auto', 'every_host_reads' => true, 'compress' => 'zlib']);", []],
            'ours, these with zstd' => [$ours, true, "define('WP_LYO', ['writes' => 'auto', 'every_host_reads' => true, 'compress' => 'zstd']);", []],
            'ours, without the extension' => [$ours, false, '', []],
            'own cache, Redis' => [$own, true, '', ['redis-cache']],
            'own cache, Memcached' => [$own, true, "define('WP_LYO_SERVER', 'memcached://127.0.0.1:{$this->servers->variables()['BRIDGE_MEMCACHED']}');", ['redis-cache']],
            'no persistent cache' => [null, false, '', ['lyo-object-cache', 'redis-cache']], // the last one: it stores transients in the database of all
        ];
        $results = [];
        $sites = [];
        foreach ($variants as $name => [$code, $extension, $line, $without]) {
            // A copy of its own, with the same database and another database of Redis.
            $number = count($sites) + 1; // in 0 is what wp-cli has stored
            $copy = "$plain->folder-$number";
            Command::run('cp -al ' . escapeshellarg($plain->folder) . ' ' . escapeshellarg($copy) . ' && rm ' . escapeshellarg("$copy/wp-content/object-cache.php") . ' ' . escapeshellarg("$copy/wp-config.php"));
            $code === null || file_put_contents("$copy/wp-content/object-cache.php", $code);
            array_map(static fn(string $plugin): string => Command::run('rm -r ' . escapeshellarg("$copy/wp-content/plugins/$plugin")), $without);
            file_put_contents("$copy/wp-config.php", str_replace(["define('WP_DEBUG', true);", '<?php'], ['', "<?php\ndefine('WP_REDIS_DATABASE', $number); $line"], $configuration));
            $site = $plain->at($copy);
            $sites[$name] = $site;
            $this->sites[] = $site;
            $cost = new Cost($site, $extension);
            $site->start($extension);
            foreach ([...Life::urls(), ...Life::urls()] as $url) {
                $site->request($url);
            }
            $this->redis->select($number);
            $stored = str_contains($name, 'Memcached') ? $this->memcached() : $this->stored();
            $results[$name] = ['bytes' => array_sum(array_map(strlen(...), $stored)), 'items' => count($stored), 'peak' => $cost->peak(), 'instructions' => $pairs === 0 ? 1 : $cost->instructions(1), 'cpu' => []];
            printf("%s: %s\n", $name, json_encode($results[$name]));
        }
        $base = $results['plain'];
        if ($pairs === 0) {
            foreach ($results as $name => $result) {
                printf("| %s | | | %.3f | %.3f |\n", $name, $result['peak'] / $base['peak'], $result['bytes'] / $base['bytes']);
            }
            $results['ours']['bytes'] <= 0.6 * $base['bytes'] || throw new RuntimeException('the store is larger than 0.60 of the plain one');
            return;
        }
        $costs = array_map(static fn(string $name): Cost => new Cost($sites[$name], $variants[$name][1]), array_combine(array_keys($sites), array_keys($sites)));
        array_walk($costs, static fn(Cost $cost) => $cost->start());
        $loads = [];
        for ($i = 0; $i < $pairs; $i++) {
            foreach ($costs as $name => $cost) {
                $results[$name]['cpu'][] = $cost->cpu();
            }
            $loads[] = (float) (sys_getloadavg()[0] ?? 0);
        }
        array_walk($costs, static fn(Cost $cost) => $cost->stop());
        $base = $results['plain'];
        printf("PHP %s, %d pairs, load %.1f to %.1f, plain: %.1f million instructions, %.1f ms CPU, %d bytes of memory, %d bytes in %d items\n", PHP_VERSION, $pairs, min($loads), max($loads), $base['instructions'] / 1e6, self::median($base['cpu']) / 1e6, $base['peak'], $base['bytes'], $base['items']);
        foreach ($results as $name => $result) {
            $ratios = array_map(static fn(float $cpu, float $plain): float => $cpu / $plain, $result['cpu'], $base['cpu']);
            sort($ratios);
            printf("| %s | %.3f | %.2f | %.3f | %.3f | half of the pairs have a CPU of %.3f to %.3f\n", $name, $result['instructions'] / $base['instructions'], self::median($ratios), $result['peak'] / $base['peak'], $result['bytes'] / $base['bytes'], $ratios[intdiv($pairs, 4)], $ratios[intdiv(3 * $pairs, 4)]);
        }
        $results['ours']['bytes'] <= 0.6 * $base['bytes'] || throw new RuntimeException('the store is larger than 0.60 of the plain one');
    }

    /** @param list<float> $values */
    private static function median(array $values): float
    {
        sort($values);
        return $values[intdiv(count($values), 2)];
    }
}
