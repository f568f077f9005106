<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Tests packages/ as their users meet them: from a Composer repository, with the versions of Symfony and Laravel that they are for.
//
//   BUILD=build [ONLY=laravel] php tests/Packages/run.php [readme|suite|style|pages]...
//
// "pages" measures pages of Symfony, and is run only if it is named.

declare(strict_types=1);

use Lyo\Tests\Packages\Composer;
use Lyo\Tests\Packages\LaravelReadme;
use Lyo\Tests\Packages\Process;
use Lyo\Tests\Packages\Suite;
use Lyo\Tests\Packages\Symfony\Pages;
use Lyo\Tests\Packages\SymfonyReadme;

require dirname(__DIR__, 2) . '/vendor/autoload.php';

/** Laravel 13 and the newest tools of Laravel need PHP 8.3. tests/Bridge has Laravel 12 with PHP 8.2. */
define('LARAVEL', PHP_VERSION_ID >= 80300 ? ['12', '13'] : []);

function folder(string $name): string
{
    mkdir($name);
    return $name;
}

if (!Composer::reachable()) {
    echo "packages: SKIPPED, Packagist cannot be reached\n";
    exit(0);
}
LARAVEL === [] && print("packages: Laravel SKIPPED, its tools need PHP 8.3\n");
$parts = array_slice($argv, 1) ?: ['readme', 'suite', 'style'];
$build = (string) realpath(getenv('BUILD') ?: 'build');
$folder = sys_get_temp_dir() . '/lyo-packages-' . getmypid();
mkdir($folder, 0700);
$composer = new Composer($folder);
$results = [];
$only = (string) getenv('ONLY');
$attempt = static function (string $name, Closure $part) use (&$results, $only): void {
    if (stripos($name, $only) === false) {
        return;
    }
    /** @var Closure(): string $part returns what is to be said of it */
    try {
        echo "packages: $name: ", $part(), "\n";
        $results[] = true;
    } catch (RuntimeException $e) {
        echo "packages: $name FAILED: {$e->getMessage()}\n";
        $results[] = false;
    }
};
try {
    if (in_array('readme', $parts, true)) {
        foreach ([['6.4', 'prod'], ['7.4', 'prod'], ['7.4', 'dev']] as [$version, $kind]) {
            $attempt("README, Symfony $version, $kind", static fn(): string => (new SymfonyReadme(folder("$folder/symfony-$version-$kind"), $version, ['APP_ENV' => $kind] + $composer->environment, "$build/lyo.so"))->walk());
        }
        foreach (LARAVEL as $version) {
            $attempt("README, Laravel $version", static fn(): string => (new LaravelReadme(folder("$folder/laravel-$version"), $version, $composer->environment, "$build/lyo.so"))->walk());
        }
    }
    $suites = [
        ['Symfony', '7.4', 'packages/symfony-bundle', ['^6.4 || ^7.4' => '^%s'], ['vendor/bin/php-cs-fixer fix --dry-run --diff --show-progress=none', 'vendor/bin/phpstan analyse --no-progress --memory-limit=-1'], ['6.4', '7.4']],
        ['Laravel', '13', 'packages/laravel', ['^12.0 || ^13.0' => '^%s.0'], ['vendor/bin/pint --test', 'vendor/bin/phpstan analyse --no-progress --memory-limit=-1'], LARAVEL],
    ];
    foreach ($suites as [$framework, $newest, $package, $constraint, $style, $versions]) {
        foreach (array_intersect(['suite', 'style', 'pages'], $parts) === [] ? [] : $versions as $version) {
            if (stripos("$framework $version", $only) === false) {
                continue;
            }
            $suite = new Suite($package, "$folder/suite-$framework-$version", array_map(static fn(string $wanted): string => sprintf($wanted, $version), $constraint), $composer, "$build/lyo.so");
            if (in_array('suite', $parts, true)) {
                $attempt("tests, $framework $version", $suite->tests(...));
            }
            if (in_array('style', $parts, true) && $version === $newest) {
                $attempt("style of $framework", static fn(): string => $suite->style(...$style));
            }
            if (in_array('pages', $parts, true) && "$framework $version" === 'Symfony 7.4') {
                $vendor = "$folder/suite-Symfony-7.4/vendor";
                Process::run('composer dump-autoload --optimize --no-plugins', dirname($vendor), $composer->environment);
                $attempt('pages of Symfony', static fn(): string => (new Pages(folder("$folder/pages"), $vendor, "$build/lyo.so", 40))->write());
            }
        }
    }
} finally {
    $composer->stop();
    exec('rm -rf ' . escapeshellarg($folder));
}
$failed = count(array_keys($results, false, true));
printf("packages: %d passed, %d failed\n", count($results) - $failed, $failed);
exit($failed === 0 && $results !== [] ? 0 : 1);
