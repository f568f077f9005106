<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Laravel's own tests of cache, sessions and queues, with Laravel's classes, then with the package, and then with Laravel's classes and
// lyo.unserialize_reads. FOLDER is a checkout of laravel/framework with its tests, which Packagist does not have. It is changed.
//
//   BUILD=build php tests/Packages/Laravel/framework.php FOLDER VERSION

declare(strict_types=1);

use Lyo\Tests\Packages\Composer;
use Lyo\Tests\Packages\Process;

require dirname(__DIR__, 3) . '/vendor/autoload.php';

/** Tests that have another result with the package, and why. */
const DIFFERENCES = [
    '/CacheDatabaseStoreTest::test(?:NullIsReturnedAndItemDeletedWhenItemIsExpired|TouchExtendsTtl)/' => 'has a mock of the query, and ours also has the mark of rows in it',
    '/CacheMemcachedStoreTest::test(?:GetReturnsNullWhenNotFound|MemcacheValueIsReturned|MemcacheGetMultiValuesAreReturnedWithCorrectKeys)/' => 'has a mock of the client, and ours asks it for flags, too',
    '/^lyo.*JobEncryptionTest::testNonEncryptedJobPayloadIsStoredRaw/' => 'expects serialize() text from a queue that is told to write lyo',
    '/^lyo.*SessionStoreTest::testValidationErrorsCanBeSerializedAsJson/' => 'expects JSON from a session that is told to write lyo',
    '/^lyo.*\\\\(?:EncryptedSessionStoreTest::testSessionIsProperlyEncrypted|SessionStoreTest::test(?:BrandNewSessionIsProperlySaved|SessionIsProperlyUpdated|SessionIsReSavedWhen))/' => 'expects serialize() text from a session that is told to write lyo',
];
const PARTS = ['Cache', 'Session', 'Queue'];
/** Names in "use" of Laravel's classes that ours.php has. */
const OURS = ['Illuminate\Cache\FileStore', 'Illuminate\Cache\DatabaseStore', 'Illuminate\Cache\RedisStore', 'Illuminate\Cache\MemcachedStore', 'Illuminate\Cache\StorageStore', 'Illuminate\Session\Store', 'Illuminate\Session\EncryptedStore', 'Illuminate\Queue\RedisQueue', 'Illuminate\Queue\DatabaseQueue'];

/**
 * @param list<string> $options of PHP
 * @param array<string, string> $environment
 *
 * @return array<string, string> by test: passed, failed, skipped
 */
function run(string $folder, string $temporary, bool $ours, array $options, array $environment): array
{
    $results = [];
    foreach (PARTS as $part) {
        foreach (['unit' => ($ours ? 'ours/' : 'tests/') . $part, 'integration' => "tests/Integration/$part"] as $kind => $tests) {
            $log = "$temporary/junit.xml";
            @unlink($log);
            try {
                Process::run(implode(' ', array_map(escapeshellarg(...), ['php', ...$options, 'vendor/bin/phpunit', '--no-configuration', '--bootstrap', 'bootstrap-lyo.php', '--log-junit', $log, $tests])), $folder, $environment);
            } catch (RuntimeException $e) {
                is_file($log) || throw $e;
            }
            $document = new DOMDocument();
            filesize($log) > 0 || throw new RuntimeException("$tests ended without a result");
            $document->load($log);
            foreach ($document->getElementsByTagName('testcase') as $case) {
                $name = $case->getAttribute('class') . '::' . $case->getAttribute('name');
                $results[$name] = $case->getElementsByTagName('skipped')->length > 0 ? 'skipped' : ($case->getElementsByTagName('failure')->length + $case->getElementsByTagName('error')->length > 0 ? 'failed' : 'passed');
            }
        }
    }
    return $results;
}

[, $folder, $version] = $argv;
$folder = (string) realpath($folder);
$extension = realpath(getenv('BUILD') ?: 'build') . '/lyo.so';
$temporary = sys_get_temp_dir() . '/lyo-framework-' . getmypid();
mkdir($temporary, 0700);
$composer = new Composer($temporary);
if (!is_file("$folder/vendor/autoload.php")) {
    $description = json_decode((string) file_get_contents("$folder/composer.json"), true, flags: JSON_THROW_ON_ERROR);
    if (!is_array($description) || !is_array($description['require'] ?? null) || !is_array($description['autoload-dev'] ?? null)) {
        throw new RuntimeException('this is no checkout of Laravel');
    }
    $description['version'] = $version;
    $description['require-dev'] = ['aws/aws-sdk-php' => '*', 'fakerphp/faker' => '*', 'mockery/mockery' => '^1.6', 'phpunit/phpunit' => '^11.5.50 || ^12.5.8', 'predis/predis' => '^2.3 || ^3.0', 'symfony/cache' => '^7.2 || ^8.0', 'lyo/laravel' => '*'];
    file_put_contents("$folder/composer.json", json_encode($description, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES));
    Process::run('composer update --no-progress --no-plugins --no-scripts', $folder, $composer->environment);
}
foreach (['lyo/lyo' => '.', 'lyo/cli' => 'cli', 'lyo/laravel' => 'packages/laravel'] as $package => $from) { // as they are now
    Process::run("rm -rf vendor/$package/src && cp -a " . escapeshellarg(dirname(__DIR__, 3) . "/$from/src") . " vendor/$package/src", $folder);
}
file_put_contents("$folder/bootstrap-lyo.php", "<?php require __DIR__ . '/vendor/autoload.php'; require " . var_export(__DIR__ . '/testbench.php', true) . "; getenv('PACKAGE') && require " . var_export(__DIR__ . '/ours.php', true) . ';');
$copied = 0;
foreach (PARTS as $part) { // the tests that make stores by themselves, with ours
    Process::run("rm -rf ours/$part && mkdir -p ours && cp -a tests/$part ours/$part", $folder);
    foreach (array_diff(glob("$folder/ours/$part/*.php") ?: [], ["$folder/ours/Cache/CacheManagerTest.php"]) as $file) { // that one is about Laravel's manager
        $changed = (string) file_get_contents($file);
        foreach (OURS as $name) {
            $changed = (string) preg_replace('/^use ' . preg_quote($name, '/') . '( as \w+)?;/m', 'use Lyo\Tests\Packages\Laravel' . strrchr($name, '\\') . '$1;', $changed, -1, $count);
            $copied += $count;
        }
        file_put_contents($file, $changed);
    }
}
$redis = Process::address();
$memcached = Process::address();
$port = static fn(string $address): string => substr((string) strrchr($address, ':'), 1);
$servers = [
    proc_open(['redis-server', '--port', $port($redis), '--bind', '127.0.0.1', '--save', ''], [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']], $pipes),
    proc_open(['memcached', '-l', '127.0.0.1', '-p', $port($memcached), '-u', 'nobody'], [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']], $pipes),
];
Process::await($redis);
Process::await($memcached);
register_shutdown_function(static function () use ($servers, $composer, $temporary): void {
    $composer->stop();
    foreach ($servers as $server) {
        if ($server !== false) {
            proc_terminate($server, 9);
        }
    }
    exec('rm -rf ' . escapeshellarg($temporary));
});

/** @var array<string, array{bool, list<string>, array<string, string>}> $variants */
$variants = [
    'as it comes' => [false, [], []],
    'lyo, with lyo.so' => [true, ['-d', "extension=$extension"], ['PACKAGE' => 'lyo', 'LYO_WRITES' => 'auto', 'LYO_QUEUE_WRITES' => 'lyo', 'LYO_SESSION_WRITES' => 'lyo']],
    'lyo, library' => [true, [], ['PACKAGE' => 'lyo', 'LYO_WRITES' => 'lyo', 'LYO_QUEUE_WRITES' => 'lyo', 'LYO_SESSION_WRITES' => 'lyo']],
    'native' => [true, ['-d', "extension=$extension"], ['PACKAGE' => 'native', 'LYO_WRITES' => 'native']],
    'unserialize_reads' => [false, ['-d', "extension=$extension", '-d', 'lyo.unserialize_reads=lyo igbinary envelopes'], []],
];
$plain = [];
$unknown = 0;
foreach ($variants as $variant => [$ours, $options, $environment]) {
    $results = run($folder, $temporary, $ours, $options, $environment + ['APP_ENV' => 'testing', 'REDIS_HOST' => '127.0.0.1', 'REDIS_PORT' => $port($redis), 'MEMCACHED_HOST' => '127.0.0.1', 'MEMCACHED_PORT' => $port($memcached)]);
    $counts = array_count_values($results) + ['passed' => 0, 'failed' => 0, 'skipped' => 0];
    printf("Laravel %s, %s: %d tests, %d passed, %d failed, %d skipped; our classes stand in %d places\n", $version, $variant, count($results), $counts['passed'], $counts['failed'], $counts['skipped'], $ours ? $copied : 0);
    if ($plain === []) {
        $plain = $results;
        count($results) > 500 || exit(1);
        foreach (array_keys($results, 'failed', true) as $test) {
            echo "  fails as it comes: $test\n";
        }
        continue;
    }
    foreach ($plain as $test => $result) {
        $now = $results[$test] ?? 'not run';
        if ($now === $result) {
            continue;
        }
        $reason = null;
        foreach (DIFFERENCES as $pattern => $why) {
            $reason ??= preg_match($pattern, "$variant: $test") === 1 ? $why : null;
        }
        $unknown += $reason === null ? 1 : 0;
        echo "  $test is $now, as it comes $result: ", $reason ?? 'NOT KNOWN', "\n";
    }
}
exit($unknown === 0 ? 0 : 1);
