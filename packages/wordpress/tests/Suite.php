<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\WordPress\Tests;

use RuntimeException;

/** WordPress' own tests of the cache, of options and of transients, with the object cache of a site. */
final class Suite
{
    private const FILES = '<file>%1$s/cache.php</file><directory suffix=".php">%1$s/option</directory>';

    /** Tests that end otherwise than without a drop-in, and why. What WordPress skips for every persistent cache is not counted. */
    public const DIFFERENCES = [
        'Redis' => ['Tests_Cache::test_wp_cache_flush_group' => 'the test expects that no persistent cache can flush a group; ours can, and says so in wp_cache_supports()'],
        'Memcached' => [],
    ];

    /**
     * @param string $develop a folder of WordPress' repository for developers
     * @param string $phpunit the program PHPUnit 9
     * @param string $extension lyo.so
     */
    public function __construct(private readonly string $develop, private readonly string $phpunit, private readonly string $extension) {}

    /** The version of WordPress in a folder. */
    public function version(string $core): string
    {
        return preg_match("/wp_version = '([^']+)'/", (string) file_get_contents("$core/wp-includes/version.php"), $match) === 1 ? $match[1] : 'unknown';
    }

    /** Lets every read of a test go to the server: otherwise tests read mostly what their own process has kept. */
    public static function readThrough(string ...$files): void
    {
        foreach ($files as $file) {
            $code = str_replace(['->get( $key, $group, $force, $found )', '->get_multiple( $keys, $group, $force )'], ['->get( $key, $group, true, $found )', '->get_multiple( $keys, $group, true )'], (string) file_get_contents($file), $count);
            $count === 2 || throw new RuntimeException("$file does not read as expected");
            unlink($file); // it may be a hard link
            file_put_contents($file, $code);
        }
    }

    /** @return array<string, string> how each test ends, by its name: "passed", "skipped", or what PHPUnit says */
    public function run(Site $site, bool $extension): array
    {
        $php = 'php ' . ($extension ? '-d extension=' . escapeshellarg($this->extension) . ' ' : '') . '-d sendmail_path=/bin/true -d memory_limit=-1 -d error_reporting=8191'; // the tests are older than this PHP
        $configuration = str_replace(["define('WP_DEBUG_DISPLAY', false);", "\$table_prefix = 'wp_';"], ["define('WP_PLUGIN_DIR', " . var_export("$site->folder/wp-content/plugins", true) . "); define('WP_TESTS_DOMAIN', 'example.org'); define('WP_TESTS_EMAIL', 'admin@example.org'); define('WP_TESTS_TITLE', 'Test Blog'); define('WP_PHP_BINARY', " . var_export($php, true) . ');', "\$table_prefix = 'wptests_';"], (string) file_get_contents("$site->folder/wp-config.php"));
        $configuration = (string) preg_replace(["/^define\('(?:WP_HOME|WP_SITEURL|WP_HTTP_BLOCK_EXTERNAL|WP_DEBUG_LOG)'.*\n/m", '/^require_once .*\n/m'], '', $configuration);
        file_put_contents("$site->folder/wp-tests-config.php", $configuration);
        $tests = "$this->develop/tests/phpunit";
        $log = "$site->folder/junit.xml";
        is_file($log) && unlink($log);
        // With WP_RUN_CORE_TESTS a test begins as in WordPress' repository. It also names another folder of plugins, unless there is one already.
        file_put_contents("$site->folder/phpunit.xml", '<phpunit bootstrap="' . dirname(__DIR__, 3) . '/tests/Apps/WordPress/bootstrap.php" backupGlobals="false" cacheResult="false"><php><const name="WP_RUN_CORE_TESTS" value="1"/><const name="WP_TESTS_CONFIG_FILE_PATH" value="' . "$site->folder/wp-tests-config.php"
            . '"/></php><testsuites><testsuite name="WordPress">' . sprintf(self::FILES, "$tests/tests") . '</testsuite></testsuites><groups><exclude><group>ms-required</group></exclude></groups></phpunit>');
        exec('cd ' . escapeshellarg($site->folder) . ' && SITE_TESTS=' . escapeshellarg($tests) . " $php " . escapeshellarg($this->phpunit) . ' -c phpunit.xml --log-junit junit.xml >junit.log 2>&1 </dev/null');
        $keep = getenv('WORDPRESS_LOG');
        is_string($keep) && copy("$site->folder/junit.log", "$keep-" . basename($site->folder) . ($extension ? '' : '-plain') . '.txt');
        $xml = is_file($log) ? simplexml_load_file($log) : false;
        $results = [];
        foreach ($xml === false ? [] : ($xml->xpath('//testcase') ?: []) as $case) {
            $state = match (true) {
                isset($case->error) => 'error: ' . self::line((string) $case->error),
                isset($case->failure) => 'failure: ' . self::line((string) $case->failure),
                isset($case->warning) => 'warning: ' . self::line((string) $case->warning),
                isset($case->skipped) => 'skipped',
                default => 'passed',
            };
            $results["{$case['class']}::{$case['name']}"] = $state;
        }
        return count($results) > 300 ? $results : throw new RuntimeException('only ' . count($results) . " tests were run\n" . substr((string) file_get_contents("$site->folder/junit.log"), -3_000));
    }

    private static function line(string $message): string
    {
        $lines = array_values(array_filter(explode("\n", $message), static fn(string $line): bool => trim($line) !== ''));
        return substr($lines[1] ?? $lines[0] ?? '', 0, 160);
    }
}
