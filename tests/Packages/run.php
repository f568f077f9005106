<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Tests packages/symfony-bundle as its users meet it: from a Composer repository, with the versions of Symfony that it is for.
//
//   BUILD=build php tests/Packages/run.php [readme|suite|style|pages]...
//
// "pages" measures pages, and is run only if it is named.

declare(strict_types=1);

use Lyo\Tests\Packages\Composer;
use Lyo\Tests\Packages\Process;
use Lyo\Tests\Packages\Readme;
use Lyo\Tests\Packages\Suite;
use Lyo\Tests\Packages\Symfony\Pages;

require dirname(__DIR__, 2) . '/vendor/autoload.php';

/** @param Closure(): string $part returns what is to be said of it */
function attempt(string $name, Closure $part): bool
{
    try {
        echo "packages: $name: ", $part(), "\n";
        return true;
    } catch (RuntimeException $e) {
        echo "packages: $name FAILED: {$e->getMessage()}\n";
        return false;
    }
}

if (!Composer::reachable()) {
    echo "packages: SKIPPED, Packagist cannot be reached\n";
    exit(0);
}
$parts = array_slice($argv, 1) ?: ['readme', 'suite', 'style'];
$build = (string) realpath(getenv('BUILD') ?: 'build');
$folder = sys_get_temp_dir() . '/lyo-packages-' . getmypid();
mkdir($folder, 0700);
$composer = new Composer($folder);
$results = [];
try {
    foreach (in_array('readme', $parts, true) ? [['6.4', 'prod'], ['7.4', 'prod'], ['7.4', 'dev']] : [] as [$version, $kind]) {
        $empty = "$folder/readme-$version-$kind";
        mkdir($empty);
        $results[] = attempt("README, Symfony $version, $kind", (new Readme($empty, $version, $kind, $composer, "$build/lyo.so"))->walk(...));
    }
    foreach (['6.4', '7.4'] as $version) {
        if (array_intersect(['suite', 'style', ...$version === '7.4' ? ['pages'] : []], $parts) === []) {
            continue;
        }
        $suite = new Suite("$folder/suite-$version", $version, $composer, "$build/lyo.so");
        if (in_array('suite', $parts, true)) {
            $results[] = attempt("tests, Symfony $version", $suite->tests(...));
        }
        if (in_array('style', $parts, true) && $version === '7.4') {
            $results[] = attempt('PHPStan and PHP-CS-Fixer', $suite->style(...));
        }
        if (in_array('pages', $parts, true) && $version === '7.4') {
            mkdir("$folder/pages");
            Process::run('composer dump-autoload --optimize --no-plugins', "$folder/suite-7.4", $composer->environment);
            $results[] = attempt('pages', (new Pages("$folder/pages", "$folder/suite-7.4/vendor", "$build/lyo.so", 40))->write(...));
        }
    }
} finally {
    $composer->stop();
    exec('rm -rf ' . escapeshellarg($folder));
}
$failed = count(array_keys($results, false, true));
printf("packages: %d passed, %d failed\n", count($results) - $failed, $failed);
exit($failed === 0 && $results !== [] ? 0 : 1);
