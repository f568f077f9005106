<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// The way back, for each guide: an application stores values with Lyo, the commands of the guide are run as they stand on its page, and then the
// application reads all values without Lyo. Only addresses and folders in the commands are replaced.
//
//   php tests/WayBack/run.php [GUIDE]...

use Lyo\Tests\Bridge\Servers;
use Lyo\Tests\Stores\Lyo;

require __DIR__ . '/../../vendor/autoload.php';

/** For each application: its page, the heading of its way back, modules with Lyo, and modules without. "BUILD/" is the folder of the build. */
const GUIDES = [
    'predis' => ['docs/bridges/redis.md', '## Switch off, roll back', ['BUILD/lyo.so'], []],
    'phpredis' => ['docs/bridges/redis.md', '## Switch off, roll back', ['BUILD/lyo.so', 'igbinary', 'redis'], ['igbinary', 'redis']],
    'igbinary, redis' => ['docs/from-igbinary.md', '### Back', ['BUILD/igbinary.so', 'redis'], ['igbinary', 'redis']],
    'igbinary, memcached' => ['docs/from-igbinary.md', '### Back', ['BUILD/igbinary.so', '?msgpack', 'memcached'], ['igbinary', '?msgpack', 'memcached']],
    'symfony' => ['docs/bridges/symfony.md', '## Switch off, roll back', ['BUILD/lyo.so'], []],
    'laravel' => ['docs/bridges/laravel.md', '## Switch off, roll back', ['BUILD/lyo.so', 'pdo', 'pdo_sqlite'], ['pdo', 'pdo_sqlite']],
    'drupal core' => ['docs/bridges/drupal.md', '## Switch off, roll back', ['BUILD/lyo.so', 'pdo', 'pdo_sqlite'], ['pdo', 'pdo_sqlite']],
    'drupal' => ['docs/bridges/drupal.md', '## Switch off, roll back', ['BUILD/lyo.so', 'pdo', 'pdo_sqlite'], ['pdo', 'pdo_sqlite']],
    'wordpress' => ['docs/bridges/wordpress.md', 'To switch off', ['BUILD/lyo.so', 'mysqlnd', 'mysqli'], ['mysqlnd', 'mysqli']],
    'wordpress, redis-cache' => ['docs/bridges/wordpress.md', 'To switch off', ['BUILD/lyo.so', 'mysqlnd', 'mysqli'], ['mysqlnd', 'mysqli']],
    'sessions' => ['docs/sessions.md', '**Roll back**', ['BUILD/lyo.so'], []],
];

/** What make test-way-back has brought for an application, if it could be had, below BUILD/way-back (sites.sh). */
const SITES = ['drupal core' => ['drupal/core.services.yml'], 'wordpress' => ['wordpress/wp-settings.php'], 'wordpress, redis-cache' => ['wordpress/wp-settings.php', 'redis-cache/includes/object-cache.php']];

$root = dirname(__DIR__, 2);
$build = getenv('BUILD') ?: "$root/build";
$folder = sys_get_temp_dir() . '/lyo-way-back-' . getmypid();
mkdir($folder, 0700);
register_shutdown_function(static fn() => exec('rm -rf ' . escapeshellarg($folder) . ' ' . escapeshellarg("$folder-servers")));
mkdir("$folder-servers", 0700);
$servers = new Servers("$folder-servers");
$missing = array_diff($servers->missing(), ['mariadbd', 'mariadb-install-db']);
if ($missing !== []) {
    echo 'way back: SKIPPED, there is no ', implode(', no ', $missing), " here\n";
    $servers->stop();
    exit(0);
}
$redis = $servers->variables()['BRIDGE_REDIS'];
$memcached = $servers->variables()['BRIDGE_MEMCACHED'];
$lyo = new Lyo(['igbinary', '?pdo', '?pdo_sqlite', '?msgpack', '?memcached']);

/**
 * The commands of a page, behind a heading, each as a list of words.
 *
 * @return list<list<string>>
 */
$commands = static function (string $application, string $page, string $heading) use ($root, $folder, $redis, $memcached): array {
    $text = (string) file_get_contents("$root/$page");
    $at = strpos($text, $heading);
    $section = $at === false ? '' : (string) preg_replace('/\A[^\n]*\n(.*?)^#.*\z/ms', '$1', substr($text, $at));
    preg_match_all('~^(?:    |\$ )(?:vendor/bin/)?lyo \Kconvert .+?(?=\s*$)|`wp cache \Kflush(?=`)|^    \KUPDATE .+(?=;$)~m', $section, $found);
    $all = [];
    foreach ($found[0] as $command) {
        $all[] = array_map(static fn(?string $word): string => (string) $word, str_getcsv(strtr($command, [
            'redis://127.0.0.1' => $application === 'igbinary, memcached' ? "memcached://127.0.0.1:$memcached" : "redis://127.0.0.1:$redis", // the page names both
            "'mysql:host=127.0.0.1;dbname=app' --user=app" => "sqlite:$folder/laravel.sqlite",
            "'mysql:host=127.0.0.1;dbname=drupal' --user=drupal" => "sqlite:$folder/drupal.sqlite",
            'storage/framework/cache/data' => "$folder/laravel/cache",
            'storage/framework/sessions' => "$folder/laravel/sessions",
            'var/cache/prod/pools' => "$folder/pools",
            '/var/lib/php/sessions' => "$folder/sessions",
        ]), ' ', "'", ''));
    }

    return $all;
};

/**
 * @param list<string> $modules
 *
 * @return array{int, string} exit code, output
 */
$run = static function (string $application, string $what, array $modules) use ($root, $build, $folder, $redis, $memcached): array {
    $names = implode(' ', array_map(static fn(string $module): string => escapeshellarg(strtr($module, ['BUILD/' => "$build/"])), array_filter(['ctype', 'mbstring', 'tokenizer', '?iconv', ...$modules], is_string(...))));
    $php = trim((string) shell_exec("PHP=" . escapeshellarg(PHP_BINARY) . " $root/tools/php.sh $names"));
    $settings = $what === 'read' ? '' : ['igbinary, redis' => '-d igbinary.write_format=lyo', 'igbinary, memcached' => '-d igbinary.write_format=lyo', 'sessions' => '-d session.serialize_handler=lyo -d lyo.session_write=lyo'][$application] ?? '';
    exec('SITE_SOCKET=' . escapeshellarg("$folder-servers/mariadb.sock") . " $php $settings " . escapeshellarg(__DIR__ . '/application.php') . ' ' . escapeshellarg($application) . " $what " . escapeshellarg($folder) . " $redis $memcached 2>&1", $lines, $status);

    return [$status, implode("\n", $lines)];
};

// With phpredis before 6.0 the drop-in writes igbinary, whatever is set, as the page says.
$isOld = static fn(): bool => (int) shell_exec("$(PHP=" . escapeshellarg(PHP_BINARY) . " $root/tools/php.sh igbinary redis) -r 'echo (int) phpversion(\"redis\");'") < 6;
$flush = static function () use ($redis): void {
    (new Predis\Client("tcp://127.0.0.1:$redis"))->flushall();
};
/**
 * @param list<string> $modules
 *
 * @return array{int, string} exit code, output
 */
$store = static function (string $application, array $modules) use ($run, $flush, $folder): array {
    $flush();
    exec('rm -rf ' . escapeshellarg($folder) . '/*');

    return $run($application, 'write', $modules);
};
$failed = $read = $tested = 0;
$names = array_slice($argv, 1) ?: array_keys(GUIDES);
foreach ($names as $application) {
    [$page, $heading, $with, $without] = GUIDES[$application];
    $told = [];
    $steps = [];
    $absent = array_filter(SITES[$application] ?? [], static fn(string $file): bool => !is_file("$build/way-back/$file"));
    if ($absent !== [] || str_starts_with($application, 'wordpress') && !isset($servers->variables()['BRIDGE_MARIADB'])) {
        echo "way back: $application SKIPPED, there is no ", $absent === [] ? 'mariadbd' : strtok(current($absent), '/'), " here\n";
        continue;
    }
    if ($application === 'drupal' && is_file("$build/way-back/" . SITES['drupal core'][0])) {
        continue; // this stands in for core
    }
    foreach ([...$with, ...$without] as $module) {
        if (!str_contains($module, '/') && !str_starts_with($module, '?') && !extension_loaded($module) && !is_file(ini_get('extension_dir') . "/$module.so")) {
            echo "way back: $application SKIPPED, this PHP has no $module\n";
            continue 2;
        }
    }
    $tested++;
    // Without the steps it is not all there. Applications delete what they cannot read, so everything is written again then.
    $store($application, $with);
    [$lost, $output] = $run($application, 'read', $without);
    $lost !== 0 || $application === 'igbinary, redis' && $isOld() || $told[] = "it reads everything without the steps of the guide: $output";
    [$status, $output] = $store($application, $with);
    $status === 0 || $told[] = "it cannot write: $output";
    foreach ($commands($application, $page, $heading) as $words) {
        $steps[] = implode(' ', $words);
        [$status, $output, $errors] = $words === ['flush'] || $words[0] === 'UPDATE' ? [...$run($application, escapeshellarg(implode(' ', $words)), $with), ''] : $lyo->run($words);
        $status === 0 || $told[] = implode(' ', $words) . " ended with $status: $errors$output";
    }
    $steps !== [] || $told[] = "$page names no command behind \"$heading\"";
    [$status, $output] = $run($application, 'read', $without);
    $status === 0 || $told[] = 'plain, it reads ' . $output;
    $read += (int) $output;
    $failed += $told === [] ? 0 : 1;
    printf("way back: %-19s %-25s %d commands, values read %s%s\n", $application, $page, count($steps), strrchr("\n$output", "\n") === false ? '' : trim((string) strrchr("\n$output", "\n")), $told === [] ? '' : ', FAILED');
    foreach ($told as $line) {
        echo '  ', str_replace("\n", "\n  ", $line), "\n";
    }
}
$servers->stop();
printf("way back: %d applications, %s values read, %d failed\n", $tested, number_format($read), $failed);
$tested > 0 && $read >= 60 * $tested || printf("way back: %d values of at least one application were planned\n", 60 * max(1, $tested));
exit($failed === 0 && $tested > 0 && $read >= 60 * $tested ? 0 : 1);
