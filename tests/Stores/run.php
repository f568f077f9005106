<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Tests lyo stat, advise and convert with real stores: values come back, other processes write meanwhile, and the process dies at any moment.
//
//   php tests/Stores/run.php [--only=redis] [--seconds=0.6] [--kills=1] [--values=300] [--long]

use Lyo\Tests\Stores\Drupal;
use Lyo\Tests\Stores\Servers;
use Lyo\Tests\Stores\StoreChecks;
use Lyo\Tests\Stores\Subjects;
use Lyo\Tests\Support\Arguments;

require __DIR__ . '/../../vendor/autoload.php';

$given = Arguments::parse(array_slice($argv, 1), ['only', 'seconds', 'kills', 'values', 'long']);
$folder = sys_get_temp_dir() . '/lyo-stores-' . getmypid();
mkdir($folder, 0700);
register_shutdown_function(static fn() => exec('rm -rf ' . escapeshellarg($folder)));
$start = microtime(true);
$servers = new Servers($folder);
foreach ($servers->variables() as $name => $value) {
    putenv("$name=$value");
}
printf("stores: servers started in %.1f s\n", microtime(true) - $start);
$checks = $failed = $tested = $written = $whole = 0;
$only = $given->string('only', '');
foreach (Subjects::ALL as $name) {
    if ($only !== '' && $only !== $name) {
        continue;
    }
    $missing = Subjects::missing($name);
    if ($missing !== null) {
        echo "stores: $name SKIPPED, $missing\n";
        continue;
    }
    $start = microtime(true);
    $trial = new StoreChecks($name, $folder);
    $all = $given->has('long') || $only !== '';
    try {
        $trial->thereAndBack('native', ...$all || !in_array($name, Subjects::VARIANTS, true) ? ['igbinary'] : [], ...$name !== 'session files' && ($all || $name === 'redis') ? ['zlib'] : []);
        $trial->specials();
        if ($all || !in_array($name, Subjects::VARIANTS, true)) {
            $trial->writers((float) $given->string('seconds', '0.6'), 2, 20);
            $trial->killed($given->int('values', 300), $given->int('kills', 1), 0.5);
            $whole++;
        }
    } catch (Throwable $e) {
        $trial->faults[] = "$name: {$e->getMessage()}";
    }
    printf("stores: %-18s %5d checks, %6d values written meanwhile, %4d races lost to them, %5.1f s%s\n", $name, $trial->checks, $trial->written, $trial->raced, microtime(true) - $start, $trial->faults === [] ? '' : ', ' . count($trial->faults) . ' FAILED');
    foreach (array_slice($trial->faults, 0, 10) as $fault) {
        echo "  $fault\n";
    }
    $tested++;
    $checks += $trial->checks;
    $written += $trial->written;
    $failed += count($trial->faults);
    unset($trial); // with its connections, or servers wait for them when they end
}
$servers->stop();
$drupal = Drupal::file();
if ($drupal === null || !extension_loaded('pdo_sqlite')) {
    echo "stores: a Drupal database SKIPPED, ../shared/corpus is not there (LYO_CORPUS names another folder), or PHP has no pdo_sqlite\n";
} elseif ($only === '' || $only === 'drupal') {
    foreach (Drupal::run($drupal, $folder) as $fault) {
        echo "  $fault\n";
        $failed++;
    }
}
// Files and, on any machine that has its module, SQLite are always there.
$plan = $only === '' ? 3 : 1;
printf("stores: %d stores, %d checks, %d values written meanwhile, %d failed\n", $tested, $checks, $written, $failed);
$missing = array_filter([
    "$tested of $plan stores" => $tested < $plan && $only !== 'drupal',
    sprintf('%d of %d checks', $checks, 150 * $tested + 500 * $whole) => $checks < 150 * $tested + 500 * $whole,
    sprintf('%d of %d values written meanwhile', $written, 20 * $whole) => $written < 20 * $whole,
]);
$missing === [] || printf("stores: FAILED, fewer than planned: %s\n", implode(', ', array_keys($missing)));
exit($failed === 0 && $missing === [] ? 0 : 1);
