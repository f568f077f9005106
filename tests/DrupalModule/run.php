<?php

// SPDX-License-Identifier: BSD-3-Clause
//
//   BUILD=build php tests/DrupalModule/run.php [site|damage|heads|core-tests|mariadb|postgresql|drush|pages|compress|apcu|memory]...
//
// The module of packages/drupal on core's demo site: the commands of its README, with 200 pages in between; damaged items; servers of three kinds on one
// database; sites on MariaDB and PostgreSQL; the commands of Drush. "pages" measures what a page costs, "compress" the same with each way to compress,
// "apcu" with APCu's serializers, and "memory" the peak memory of pages (PAGES, 100) on a site with 8,000 plugins of blocks. These four run only if they
// are named. tests/WayBack/sites.sh brings core.

declare(strict_types=1);

use Lyo\Tests\Bridge\Servers;
use Lyo\Tests\DrupalModule\Compression;
use Lyo\Tests\DrupalModule\CoreTests;
use Lyo\Tests\DrupalModule\Cost;
use Lyo\Tests\DrupalModule\Dump;
use Lyo\Tests\DrupalModule\Heads;
use Lyo\Tests\DrupalModule\Memory;
use Lyo\Tests\DrupalModule\Site;
use Lyo\Tests\Packages\Composer;
use Lyo\Tests\Packages\Process;

$root = dirname(__DIR__, 2);
require "$root/vendor/autoload.php";
$build = (string) realpath(getenv('BUILD') ?: "$root/build");
$project = "$build/way-back/composer";
$why = match (true) {
    !is_file("$project/web/core/scripts/dr") => 'there is no core of Drupal 11.4 or newer (DRUPAL_CORE names its folder)',
    PHP_VERSION_ID < 80300 => 'Drupal 11 needs PHP 8.3',
    !extension_loaded('pdo_sqlite') || !extension_loaded('gd') => 'this PHP lacks pdo_sqlite or gd',
    default => null,
};
if ($why !== null) {
    echo "drupal module: SKIPPED, $why\n";
    exit(0);
}

/** @return list<string> the commands of a block of the README */
function commands(string $readme, string $block): array
{
    preg_match("/^```sh $block\n(.*?)^```$/ms", $readme, $found) === 1 || throw new RuntimeException("the README has no block \"$block\"");
    return array_values(array_filter(explode("\n", $found[1])));
}

/** @return list<string> the command of a PHP with the modules that Drupal needs, and others */
function php(string $more, string $folder): array
{
    return explode(' ', trim(Process::run(dirname(__DIR__, 2) . "/tools/php.sh ctype tokenizer mbstring iconv pdo pdo_sqlite dom xml simplexml gd posix phar fileinfo $more", $folder)));
}

/**
 * The peak memory of pages on a site with 8,000 plugins of blocks.
 *
 * @param callable(string, bool, string=): void $check
 */
function remember(Site $site, string $build, callable $check): void
{
    $pages = (int) (getenv('PAGES') ?: 100);
    $kinds = [];
    foreach (['plain' => '', 'lyo' => "$build/lyo.so"] as $name => $more) {
        $of = $site->copy("$site->folder-memory-$name");
        $name === 'lyo' || $of->run('php vendor/bin/dr lyo:uninstall', true);
        $of->add('many');
        $of->switchOn('many', $name === 'lyo');
        $of->withoutPages();
        $peaks = Memory::measure($of, php($more, $of->folder), $pages);
        $check("memory, $name: $pages pages with status 200", count($peaks) === $pages, count($peaks) . ' pages');
        $peaks === [] || $kinds[$name] = $peaks;
    }
    $kinds === [] || Memory::compare($kinds);
}

/**
 * The commands of the README on a server of MariaDB or PostgreSQL, with pages before and after each.
 *
 * @param 'MariaDB'|'PostgreSQL' $name
 * @param array<string, string> $environment
 * @param callable(string, bool, string=): void $check
 * @param callable(Site, string, bool): void $pages
 */
function onServer(string $name, string $project, string $folder, array $environment, string $extension, string $readme, callable $check, callable $pages): void
{
    [$program, $extensionOf, $variable] = $name === 'MariaDB' ? ['mariadbd', 'pdo_mysql', 'BRIDGE_MARIADB'] : ['postgres', 'pdo_pgsql', 'BRIDGE_POSTGRES'];
    $servers = new Servers($folder, extension_loaded($extensionOf) ? [$program] : []);
    $server = $servers->variables()[$variable] ?? null;
    if ($server === null) {
        echo "drupal module: $name: SKIPPED, ", $servers->missing() === [] ? "this PHP lacks $extensionOf" : 'there is no ' . implode(', no ', $servers->missing()), "\n";
        return;
    }
    try {
        $site = Site::install($project, "$folder/site-$name", $environment, $extension, $server);
        $version = $site->pdo()->getAttribute(PDO::ATTR_SERVER_VERSION);
        $check("the site is on $name", $site->number('SELECT COUNT(*) FROM key_value') > 0 && !is_file($site->database()), is_string($version) ? $version : '');
        $site->explore(20);
        $pages($site, "$name, no module", false);
        $said = '';
        foreach (commands($readme, 'install') as $command) {
            $said = $site->run($command, true);
        }
        $check("$name: lyo:status", str_contains($said, 'caches: lyo, key-value stores: native'), "\n$said");
        $pages($site, "$name, switched on", true);
        $pages($site, "$name, switched on, from the caches", true);
        $pages($site, "$name, extension lost", false);
        $check("$name: caches are in lyo", ($rows = $site->packed(true)) > 100, "$rows rows");
        $said = $site->run('php vendor/bin/dr lyo:stat', true);
        $check("$name: lyo:stat", preg_match('/^ *cache_data +lyo +\d/m', $said) === 1 && !str_contains($said, 'unknown'), "\n$said");
        foreach (commands($readme, 'commands') as $command) {
            $said = $site->run($command, true);
        }
        $check("$name: lyo:convert --caches", ($rows = $site->packed(true)) < 50 && str_contains($said, ' 0 cannot be read'), "$rows rows are in lyo again, " . trim($said));
        $pages($site, "$name, caches were converted", false);

        $settings = "$site->folder/web/sites/default/settings.php";
        $before = (string) file_get_contents($settings);
        file_put_contents($settings, "\$config['lyo.settings']['every_host_reads'] = TRUE;\n", FILE_APPEND);
        $site->run('php vendor/bin/dr cache:rebuild', true);
        $pages($site, "$name, every host reads", true);
        $check("$name: key-value stores are written as lyo", ($rows = $site->packed(false)) > 0, "$rows rows");
        file_put_contents($settings, $before);
        $site->run(commands($readme, 'uninstall')[0], true);
        $check("$name: uninstalled, nothing is left in lyo", $site->packed(false) === 0 && $site->packed(true) <= 1, $site->packed(false) . ' and ' . $site->packed(true) . ' rows');
        $site->run(commands($readme, 'uninstall')[1]);
        $pages($site, "$name, uninstalled and removed", false);
        $check("$name: the log of the servers", ($errors = $site->errors()) === '', $errors);
    } finally {
        $servers->stop();
    }
}

/**
 * The commands of Drush. The site is one without translations: Drush 13.3 fails in core's batches for them.
 *
 * @param string $project a folder with vendor/bin/drush.php and web/core
 * @param array<string, string> $environment
 * @param callable(string, bool, string=): void $check
 */
function withDrush(string $project, string $folder, array $environment, string $extension, string $readme, callable $check): void
{
    $site = Site::install($project, "$folder/site-drush", $environment, $extension, profile: 'standard');
    $drush = static fn(string $command): string => $site->run("php vendor/bin/drush.php $command --yes 2>&1", true);
    $page = static fn(string $what, bool $extension) => $check("$what: a page", ($status = $site->status($extension, '/user/login')) === 200, "status $status");
    $page('Drush: no module', false);
    $site->run(commands($readme, 'install')[0]);
    $drush('cr');
    $drush('en lyo');
    $check('Drush: en lyo', str_contains($said = $drush('lyo:status'), 'caches: lyo, key-value stores: native'), trim($drush('--version')) . "\n$said");
    $page('Drush: en lyo', true);
    $check('Drush: lyo:stat', preg_match('/^ *cache_config +lyo +\d/m', $said = $drush('lyo:stat')) === 1, "\n$said");
    $rows = $site->packed(true);
    $check('Drush: lyo:convert --dry-run', preg_match('/to convert (\d+)/', $said = $drush('lyo:convert --caches --dry-run'), $found) === 1 && $found[1] > 50 && $rows > 50 && $site->packed(true) >= $rows, "$rows rows, " . trim($said));
    $check('Drush: lyo:convert --caches', str_contains($said = $drush('lyo:convert --caches'), ' 0 cannot be read') && ($rows = $site->packed(true)) < 50, "$rows rows, " . trim($said));
    $drush('cr');
    $page('Drush: cr', true);
    foreach (['pmu lyo', 'lyo:uninstall'] as $command) {
        $drush($command);
        $check("Drush: $command", ($rows = $site->packed(true)) <= 1 && $site->packed(false) === 0 && $site->number("SELECT COUNT(*) FROM config WHERE name = 'lyo.settings'") === 0, "$rows rows");
        $page("Drush: $command", false);
        if ($command === 'pmu lyo') {
            $drush('en lyo');
            $page('Drush: en lyo again', true);
        }
    }
    $check('Drush: the log of the servers', ($errors = $site->errors()) === '', $errors);
}

/** The module beside plain Drupal and beside a module that calls igbinary. */
function measure(Site $site, string $build): void
{
    $php = static fn(string $more): array => php($more, $site->folder);
    $kinds = [];
    $lyo = "$build/lyo.so";
    foreach (['plain' => '', 'igbinary' => 'igbinary', 'lyo' => $lyo, 'lyo, zlib' => $lyo, 'lyo, zstd' => $lyo, 'lyo, keep_values' => $lyo, 'lyo, extension lost' => ''] as $name => $more) {
        if ($more === 'igbinary' && !extension_loaded('igbinary')) {
            continue;
        }
        $of = $site->copy("$site->folder-" . count($kinds));
        $isOurs = str_starts_with($name, 'lyo');
        $isOurs || $of->run('php vendor/bin/dr lyo:uninstall', true);
        if ($more === 'igbinary') {
            $of->add('stub');
            $of->switchOn('stub');
        }
        $keeps = $name === 'lyo, keep_values';
        // What is written does not depend on what is measured: after the loss of the extension, all is still in lyo.
        $kinds[] = new Cost($name, $of, $isOurs, [...$php($more), ...$keeps ? ['-d', 'lyo.keep_values=4M'] : []], match ($name) {
            'igbinary' => "define('STUB_IGBINARY', 1);",
            'lyo, zlib' => "\$settings['lyo'] = ['compress' => 'zlib'];",
            'lyo, zstd' => "\$settings['lyo'] = ['compress' => 'zstd'];",
            default => '',
        }, $keeps ? 40 : 3);
    }
    Cost::compare($kinds);
}

/** What compression of the bins saves and costs. */
function compress(Site $site, string $build): void
{
    $plain = $site->copy("$site->folder-compress-plain");
    $plain->run('php vendor/bin/dr lyo:uninstall', true);
    $ours = $site->copy("$site->folder-compress-lyo");
    $remember = ['-d', 'realpath_cache_ttl=3600']; // the counts would have looks at files that come every two minutes
    (new Compression($ours, new Cost('lyo', $ours, true, [...php("$build/lyo.so", $ours->folder), ...$remember], ''), new Cost('plain', $plain, false, [...php('', $plain->folder), ...$remember], '')))->compare();
}

/** The serializers of APCu, which core puts before the database for some bins. */
function serializers(Site $site, string $build): void
{
    $lyo = "$build/lyo.so";
    $kinds = [];
    foreach (['plain' => [''], 'plain, APCu' => ['apcu', 'default'], 'lyo, APCu' => ["apcu $lyo", 'default'], 'lyo, APCu, igbinary' => ["apcu igbinary $lyo", 'igbinary'], 'lyo, APCu, lyo' => ["apcu $lyo", 'lyo']] as $name => $of) {
        [$modules, $serializer] = $of + [1 => null];
        if ($serializer === 'igbinary' && !extension_loaded('igbinary')) {
            continue;
        }
        $of = $site->copy("$site->folder-apcu-" . count($kinds));
        $isOurs = str_starts_with($name, 'lyo');
        $isOurs || $of->run('php vendor/bin/dr lyo:uninstall', true);
        $options = $serializer === null ? [] : ['-d', 'apc.shm_size=128M', '-d', "apc.serializer=$serializer"];
        $kinds[] = new Cost($name, $of, $isOurs, [...php($modules, $of->folder), ...$options], '');
    }
    Cost::compare($kinds, 10);
}

/**
 * Servers with the module and the extension, with the module alone, and without both do operations on one database.
 *
 * @param callable(string, bool, string=): void $check
 */
function share(Site $site, Site $plain, string $folder, callable $check): void
{
    foreach (['' => (int) (getenv('OPERATIONS') ?: 50000), ', planted: key-value stores in lyo' => 2000] as $what => $operations) {
        $settings = "$site->folder/web/sites/default/settings.php";
        $before = (string) file_get_contents($settings);
        if ($what !== '') {
            file_put_contents($settings, "\$config['lyo.settings']['every_host_reads'] = TRUE;\n", FILE_APPEND);
            $site->run('php vendor/bin/dr cache:rebuild', true);
        }
        @unlink("$folder/shared.sqlite");
        $heads = new Heads(['plain' => [$plain, false], 'module' => [$site, false], 'module and extension' => [$site, true]], $folder);
        try {
            $heads->run($operations);
        } finally {
            $heads->stop();
            file_put_contents($settings, $before);
        }
        $counts = '';
        $done = 0;
        foreach ($heads->counts as $kind => $of) {
            $done += $of['operations'];
            $counts .= "\n$kind: " . implode(', ', array_map(static fn(string $name, int $count): string => "$count $name", array_keys($of), $of));
            $check("servers$what: $kind has hits and misses", $of['hits'] > $operations / 20 && $of['misses'] > $operations / 100);
        }
        $check("servers$what: $operations operations", $done === $operations && ($heads->faults === []) === ($what === ''), count($heads->faults) . ' faults' . ($heads->faults === [] ? '' : ', the first: ' . $heads->faults[0]) . $counts);
        $what !== '' || $check('servers: misses of what the plain one cannot read', $heads->counts['plain']['misses of what it cannot read'] > $operations / 1000);
    }
}

$failed = 0;
$parts = array_slice($argv, 1) ?: ['site', 'damage', 'heads', 'core-tests', 'mariadb', 'postgresql', 'drush'];
$check = static function (string $what, bool $is, string $more = '') use (&$failed): void {
    $failed += $is ? 0 : 1;
    printf("drupal module: %s: %s\n", $what, $is ? trim("ok $more") : "FAILED $more");
};
$folder = sys_get_temp_dir() . '/lyo-drupal-module-' . getmypid();
mkdir($folder, 0700);
if (in_array('core-tests', $parts, true)) {
    $tests = (string) realpath((string) getenv('DRUPAL_TESTS'));
    if (is_file("$tests/vendor/bin/phpunit") && is_dir("$tests/web/core/tests")) {
        (new CoreTests($tests, "$folder/tests", $root, "$build/lyo.so"))->compare($check);
    } else {
        echo "drupal module: core's tests: SKIPPED, DRUPAL_TESTS names no project with vendor/bin/phpunit and web/core/tests\n";
    }
    if ($parts === ['core-tests']) {
        exec('rm -rf ' . escapeshellarg($folder));
        exit($failed === 0 ? 0 : 1);
    }
}
$composer = new Composer($folder);
$environment = $composer->environment + ['APP_ENV' => 'prod', 'APP_DEBUG' => '0']; // otherwise symfony/runtime shows deprecations in pages
$readme = (string) file_get_contents("$root/packages/drupal/README.md");
$pages = static function (Site $site, string $what, bool $extension) use ($check): void {
    $wrong = $site->wrong($extension);
    $check("$what, " . ($extension ? 'with' : 'without') . ' the extension: ' . $site->pages() . ' pages', $wrong === [], $wrong === [] ? '' : count($wrong) . ' are wrong, ' . array_key_first($wrong) . ': ' . reset($wrong));
};
try {
    foreach (array_intersect_key(['mariadb' => 'MariaDB', 'postgresql' => 'PostgreSQL'], array_flip($parts)) as $name) {
        onServer($name, $project, $folder, $environment, "$build/lyo.so", $readme, $check, $pages);
    }
    if (in_array('drush', $parts, true)) {
        $drush = (string) realpath((string) getenv('DRUSH'));
        if (is_file("$drush/vendor/bin/drush.php") && is_dir("$drush/web/core")) {
            withDrush($drush, $folder, $environment, "$build/lyo.so", $readme, $check);
        } else {
            echo "drupal module: Drush: SKIPPED, DRUSH names no project with vendor/bin/drush.php and web/core\n";
        }
    }
    $site = Site::install($project, "$folder/site", $environment, "$build/lyo.so");
    if (array_diff($parts, ['memory', 'mariadb', 'postgresql', 'drush']) !== []) {
        // Nothing is said about the store with APCu.
        $addresses = $site->explore(array_diff($parts, ['memory', 'mariadb', 'postgresql', 'drush', 'apcu']) === [] ? 20 : Site::PAGES);
        $check('pages of the site without the module', $addresses > 0, "$addresses addresses");
        $pages($site, 'no module', false);
    }
    $site->save('plain');
    $plain = in_array('heads', $parts, true) ? $site->copy("$folder/plain") : null;

    $said = '';
    foreach (commands($readme, 'install') as $command) {
        $said = $site->run($command, true);
    }
    if (in_array('damage', $parts, true)) {
        $site->wrong(true); // fills the caches
        $damage = $site->run('php ' . __DIR__ . '/damage.php web 10000', true);
        $check('damaged items', str_contains($damage, '10000 items'), "\n$damage");
    }
    if ($plain !== null) {
        // With the planted setting the site itself stores values as lyo, which the next part does not expect.
        $site->save('shared');
        share($site, $plain, $folder, $check);
        $site->restore('shared');
    }
    if (in_array('pages', $parts, true)) {
        measure($site, $build);
    }
    if (in_array('compress', $parts, true)) {
        compress($site, $build);
    }
    if (in_array('apcu', $parts, true)) {
        if (extension_loaded('apcu')) {
            serializers($site, $build);
        } else {
            echo "drupal module: serializers of APCu: SKIPPED, this PHP lacks apcu\n";
        }
    }
    if (in_array('memory', $parts, true)) {
        remember($site, $build, $check);
    }
    if (in_array('site', $parts, true)) {
        $check('lyo:status', str_contains($said, 'caches: lyo, key-value stores: native'), "\n$said");
        $pages($site, 'switched on', true);
        $check('caches are in lyo', $site->packed(true) > 500, $site->packed(true) . ' rows');
        $check('key-value stores are native', $site->packed(false) === 0);
        foreach (commands($readme, 'commands') as $command) {
            $site->run($command, true);
        }
        $check('lyo:convert --caches', ($rows = $site->packed(true)) < 50, "$rows rows are in lyo again"); // written after it by the command itself
        $pages($site, 'caches were converted', false);
        $pages($site, 'and written again', true);
        $site->save('lyo');

        $pages($site, 'extension lost', false);
        $pages($site, 'extension lost, second round', false);
        $pages($site, 'extension back', true);

        $site->restore('lyo');
        [$command, $remove] = commands($readme, 'uninstall');
        $site->run("$command --caches", true);
        $check('uninstalled with --caches: nothing is left in lyo', ($rows = $site->packed(true)) <= 1, "$rows rows");
        $pages($site, 'uninstalled with conversion', false);
        $site->restore('lyo');
        $site->run($command, true);
        $site->run($remove);
        $check('composer remove', !is_dir("$site->folder/web/modules/contrib/lyo") && !is_dir("$site->folder/vendor/lyo/lyo"));
        $pages($site, 'uninstalled and removed', false);

        // Key-value stores in lyo.
        $site->run(commands($readme, 'install')[0]);
        $site->restore('lyo');
        $settings = "$site->folder/web/sites/default/settings.php";
        $before = (string) file_get_contents($settings);
        file_put_contents($settings, "\$config['lyo.settings']['every_host_reads'] = TRUE;\n", FILE_APPEND);
        $site->run('php vendor/bin/dr cache:rebuild', true);
        $pages($site, 'every host reads', true);
        $check('key-value stores are written as lyo', ($rows = $site->packed(false)) > 0, "$rows rows");
        file_put_contents($settings, $before);
        $site->save('bound');
        $site->execute("UPDATE key_value SET value = CAST(x'C1100000' AS TEXT) WHERE collection = 'state' AND name = 'system.cron_last'");
        try {
            $site->run($command, true);
            $check('a row that cannot be converted', false, 'uninstalled');
        } catch (RuntimeException $e) {
            $check('a row that cannot be converted', str_contains($e->getMessage(), 'system.cron_last'), 'is named');
        }
        $site->run('php vendor/bin/dr lyo:convert --delete-unreadable', true);
        $site->run($command, true);
        $check('after its deletion: nothing is left in lyo', $site->packed(false) === 0);
        $site->run($remove);
        $pages($site, 'key-value stores were written back', false);

        // The folder is deleted: beside a module that decorates the same services with classes of its own.
        $statuses = [];
        foreach (['lyo', 'stub'] as $module) {
            if ($module === 'lyo') {
                $site->run(commands($readme, 'install')[0]);
                $site->restore('lyo');
            } else {
                $site->restore('plain');
                $site->add('stub');
                $site->switchOn('stub');
            }
            $check("$module: a page", $site->status(true) === 200);
            Process::run("rm -rf web/modules/contrib/$module" . ($module === 'lyo' ? ' vendor/lyo' : ''), $site->folder);
            $module === 'lyo' && Process::run('composer dump-autoload', $site->folder, $environment);
            $before = $site->status(false);
            foreach (commands($readme, 'recover') as $command) {
                $site->run($command);
            }
            $statuses[] = [$before, $site->status(false)];
            printf("drupal module: folder of %s deleted: status %d, after the command of the README %d\n", $module, ...end($statuses));
            $pages($site, "folder of $module deleted", false);
        }
        $check('folder deleted: not worse than the stub', array_sum($statuses[0]) <= array_sum($statuses[1]) && $statuses[0][1] === 200);

        // Another host, without the extension, gets a dump of the database. Its path is the same: Drupal's caches have paths.
        $other = Site::install($project, "$folder/other", $environment, "$build/lyo.so");
        $other->run(commands($readme, 'install')[0]);
        copy($settings, "$other->folder/web/sites/default/settings.php");
        $site->restore('bound');
        Dump::write($site->pdo(), "$folder/dump.sql");
        Dump::import("$folder/dump.sql", $other->database());
        $check('the log of the servers', ($errors = $site->errors()) === '', $errors);
        rename($site->folder, "$folder/away");
        rename($other->folder, $site->folder);
        $check('the dump has rows in lyo', $site->packed(true) > 500 && $site->packed(false) > 0);
        $pages($site, 'dump elsewhere', false);
        $check('the log of its server', ($errors = $site->errors()) === '', $errors);
    }
} finally {
    $composer->stop();
    getenv('KEEP') !== false ? print("$folder\n") : exec('rm -rf ' . escapeshellarg($folder));
}
exit($failed === 0 ? 0 : 1);
