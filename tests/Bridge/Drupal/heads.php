<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// A plain head and one with Lyo share a bin; started by tests/Bridge/run.php. OPERATIONS is how many random operations there are for each writer.

declare(strict_types=1);

use Lyo\Tests\Bridge\BridgeChecks;
use Lyo\Tests\Bridge\Drupal\Clock;
use Lyo\Tests\Bridge\Drupal\Interleaved;
use Lyo\Tests\Bridge\Drupal\Planted\CoreGarbage;
use Lyo\Tests\Bridge\Drupal\Planted\SecondKey;
use Lyo\Tests\Bridge\Drupal\Planted\Unmarked;
use Lyo\Tests\Bridge\Drupal\Shared;
use Lyo\Tests\Bridge\Drupal\Site;
use Lyo\Tests\Bridge\Servers;
use Random\Engine\Mt19937;
use Random\Randomizer;

require __DIR__ . '/../load.php';

$what = Site::load();
$trial = new BridgeChecks("Drupal ($what), " . (getenv('BRIDGE_WITH') ?: ''));
if (!extension_loaded('pdo_sqlite')) {
    $trial->say('SKIPPED, there is no pdo_sqlite');
    exit(0);
}
$trial->say($what === 'a stand-in of core' ? 'core itself SKIPPED, DRUPAL_CORE names no folder with core.services.yml' : 'core itself');
$operations = max(1, (int) (getenv('OPERATIONS') ?: 5000));
$clock = new Clock();
$folder = Servers::folder('drupal-heads');
$run = static function (Site $site, string $writes, bool $packs, int $operations) use ($clock): array {
    $site->pdo->exec('DELETE FROM cache_default');
    $site->pdo->exec('DELETE FROM cachetags');
    $interleaved = new Interleaved($site->head(null), $site->head($writes), $packs, $clock, new Randomizer(new Mt19937(44)));
    return [$interleaved->run($operations), $interleaved->counts()];
};
$sites = [Site::sqlite("$folder/heads.sqlite", $clock)];
if ($what === 'a stand-in of core' && Servers::mariadb() !== null && extension_loaded('pdo_mysql')) {
    $connect = static fn(): PDO => Site::pdo(Servers::mariadb() ?? '', 'root');
    $connect()->exec('DROP TABLE IF EXISTS cache_default');
    $sites[] = Site::standIn('MariaDB', $connect(), $connect, $clock);
}
foreach ($sites as $site) {
    foreach (['lyo' => true, 'lyo+zlib' => true, 'igbinary' => true, 'native' => false] as $writes => $packs) {
        $planned = $writes === 'lyo' ? $operations : intdiv($operations, 5) + 1;
        [$faults, $counts] = $run($site, $writes, $packs, $planned);
        foreach (array_slice($faults, 0, 5) as $fault) {
            $trial->check(false, "$site->name, $writes: $fault");
        }
        foreach ($counts as $name => $count) {
            $trial->check($count > $planned / 100 || !$packs && str_starts_with($name, 'misses'), "$site->name, $writes: only $count $name");
        }
        $trial->say(sprintf('%s: %d operations by a plain head and one that writes %s: %d faults (%s)', $site->name, $planned, $writes, count($faults), implode(', ', array_map(static fn(string $name): string => "$counts[$name] $name", array_keys($counts)))));
    }
    foreach ([Unmarked::class, SecondKey::class, CoreGarbage::class] as $planted) {
        $faults = $run($site, $planted, true, 1000)[0];
        $trial->check($faults !== [], "$planted is not found");
        $trial->say("$site->name: the planted fault " . substr((string) strrchr($planted, '\\'), 1) . ' is found ' . count($faults) . ' times in 1000 operations, the first time: ' . ($faults[0] ?? ''));
    }
    (new Shared($trial, $site))->run();
}
exit($trial->end());
