<?php

// SPDX-License-Identifier: BSD-3-Clause
//
//   BUILD=build php tests/DrupalModule/run.php
//
// The module of packages/drupal on core's demo site: the commands of its README, with 200 pages in between. tests/WayBack/sites.sh brings core.

declare(strict_types=1);

use Lyo\Tests\DrupalModule\Dump;
use Lyo\Tests\DrupalModule\Site;
use Lyo\Tests\Packages\Composer;
use Lyo\Tests\Packages\Process;

$root = dirname(__DIR__, 2);
require "$root/tests/Packages/Process.php";
require "$root/tests/Packages/Composer.php";
require __DIR__ . '/Site.php';
require __DIR__ . '/Dump.php';
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

$failed = 0;
$check = static function (string $what, bool $is, string $more = '') use (&$failed): void {
    $failed += $is ? 0 : 1;
    printf("drupal module: %s: %s\n", $what, $is ? trim("ok $more") : "FAILED $more");
};
$folder = sys_get_temp_dir() . '/lyo-drupal-module-' . getmypid();
mkdir($folder, 0700);
$composer = new Composer($folder);
$environment = $composer->environment + ['APP_ENV' => 'prod', 'APP_DEBUG' => '0']; // otherwise symfony/runtime shows deprecations in pages
$readme = (string) file_get_contents("$root/packages/drupal/README.md");
$pages = static function (Site $site, string $what, bool $extension) use ($check): void {
    $wrong = $site->wrong($extension);
    $check("$what, " . ($extension ? 'with' : 'without') . ' the extension: ' . Site::PAGES . ' pages', $wrong === [], $wrong === [] ? '' : count($wrong) . ' are wrong, ' . array_key_first($wrong) . ': ' . reset($wrong));
};
try {
    $site = Site::install($project, "$folder/site", $environment, "$build/lyo.so");
    $check('pages of the site without the module', ($addresses = $site->explore()) > 0, "$addresses addresses");
    $pages($site, 'no module', false);
    $site->save('plain');

    foreach (commands($readme, 'install') as $command) {
        $said = $site->run($command, true);
    }
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
    foreach (['lyo', 'stub'] as $module) {
        if ($module === 'lyo') {
            $site->run(commands($readme, 'install')[0]);
            $site->restore('lyo');
        } else {
            $site->restore('plain');
            $stub = "$site->folder/web/modules/contrib/stub";
            mkdir("$stub/src", recursive: true);
            array_map(static fn(string $file) => copy(__DIR__ . "/stub/$file.txt", "$stub/$file"), ['stub.info.yml', 'src/StubServiceProvider.php', 'src/Factory.php', 'src/Serializer.php']);
            mkdir("$stub/recipes/stub", recursive: true);
            file_put_contents("$stub/recipes/stub/recipe.yml", "name: Stub\ntype: Stub\ninstall:\n  - stub\n");
            $site->run('php vendor/bin/dr recipe modules/contrib/stub/recipes/stub');
        }
        $check("$module: a page", $site->status(true) === 200);
        Process::run("rm -rf web/modules/contrib/$module" . ($module === 'lyo' ? ' vendor/lyo' : ''), $site->folder);
        $module === 'lyo' && Process::run('composer dump-autoload', $site->folder, $environment);
        $statuses[$module] = [$site->status(false), $site->status(false)];
        $statuses[$module][] = (static function () use ($site, $readme): int {
            foreach (commands($readme, 'recover') as $command) {
                $site->run($command);
            }
            return $site->status(false);
        })();
        printf("drupal module: folder of %s deleted: status %d, then %d, after the command of the README %d\n", $module, ...$statuses[$module]);
        $pages($site, "folder of $module deleted", false);
    }
    $check('folder deleted: not worse than the stub', $statuses['lyo'] === $statuses['stub'] || array_sum($statuses['lyo']) < array_sum($statuses['stub']));

    // Another host, without the extension, gets a dump of the database.
    $other = Site::install($project, "$folder/other", $environment, "$build/lyo.so");
    $other->run(commands($readme, 'install')[0]);
    copy($settings, "$other->folder/web/sites/default/settings.php");
    $dump = $folder . '/dump.sql';
    $site->restore('bound');
    Dump::write($site->pdo(), $dump);
    Dump::import($dump, $other->database());
    $other->adopt($site);
    $pages($other, 'dump elsewhere', false);
    foreach ([$site, $other] as $one) {
        $check('the log of the servers', ($errors = $one->errors()) === '', $errors);
    }
} finally {
    $composer->stop();
    getenv('KEEP') !== false ? print("$folder\n") : exec('rm -rf ' . escapeshellarg($folder));
}
exit($failed === 0 ? 0 : 1);
