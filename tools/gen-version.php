<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// The version of Lyo is defined in ext/src/module/lyo_version.h. This copies it to the other files that contain it: the command line, the
// packages of Composer, and the reader in TypeScript.
//
//   php tools/gen-version.php [--check | --set=VERSION]
//
// --check changes nothing, and exits 1 if a file has another version, or if CHANGELOG.md has no heading for this version, or for what is not
// released.
// --set also writes the header. It is the first step of a release.

declare(strict_types=1);

const ROOT = __DIR__ . '/../';
const HEADER = 'ext/src/module/lyo_version.h';
const HEADER_PATTERN = '/(#define PHP_LYO_VERSION ")([^"]*)(")/';
const JSON_PATTERN = '/\A(\{\s+"name": "[^"]+",\s+"version": ")([^"]*)(")/';

/** Files, and patterns of which group 2 is the version. */
const COPIES = [
    ['cli/src/Application.php', "/(private const VERSION = ')([^']*)(')/"],
    ['composer.json', JSON_PATTERN],
    ['cli/composer.json', JSON_PATTERN],
    ['packages/drupal/composer.json', JSON_PATTERN],
    ['packages/laravel/composer.json', JSON_PATTERN],
    ['packages/symfony-bundle/composer.json', JSON_PATTERN],
    ['packages/wordpress/composer.json', JSON_PATTERN],
    ['packages/wordpress/lyo-object-cache.php', '/(\* Version: +)(\S+)()/'],
    ['packages/wordpress/readme.txt', '/(Stable tag: )(\S+)()/'],
    ['packages/wordpress/dropin/own.php', '/(\* Version: +)(\S+)()/'],
    ['packages/wordpress/dropin/redis-cache.php', '/(\* Version: +)(\S+)()/'],
    ['ext/composer.json', JSON_PATTERN],
    ['ext-igbinary/composer.json', JSON_PATTERN],
    ['clients/js/package.json', JSON_PATTERN],
    ['clients/js/package-lock.json', JSON_PATTERN],
    ['clients/js/package-lock.json', '/("": \{\s+"name": "[^"]+",\s+"version": ")([^"]*)(")/'],
];

function stop(string $message): never
{
    fwrite(STDERR, "gen-version: $message\n");
    exit(1);
}

function versionIn(string $file, string $pattern): string
{
    if (preg_match($pattern, (string) file_get_contents(ROOT . $file), $found) !== 1) {
        stop("$file names no version where it should");
    }

    return $found[2];
}

function put(string $file, string $pattern, string $version): void
{
    file_put_contents(ROOT . $file, preg_replace($pattern, '${1}' . $version . '${3}', (string) file_get_contents(ROOT . $file), 1));
}

$options = getopt('', ['check', 'set:']);
if (isset($options['set'])) {
    $version = is_string($options['set']) ? $options['set'] : '';
    if (preg_match('/\A\d+\.\d+\.\d+\z/', $version) !== 1) {
        stop('a version is three numbers, as in 0.2.0');
    }
    put(HEADER, HEADER_PATTERN, $version);
}

$version = versionIn(HEADER, HEADER_PATTERN);
$wrong = 0;
foreach (COPIES as [$file, $pattern]) {
    $found = versionIn($file, $pattern);
    if ($found === $version) {
        continue;
    }
    if (isset($options['check'])) {
        fwrite(STDERR, "$file says $found, " . HEADER . " says $version\n");
        $wrong++;
    } else {
        put($file, $pattern, $version);
    }
}
$heading = '/^## \[(?:Unreleased\]|' . preg_quote($version, '/') . '\] - \d{4}-\d\d-\d\d)$/m';
if (!isset($options['set']) && preg_match($heading, (string) file_get_contents(ROOT . 'CHANGELOG.md')) !== 1) {
    fwrite(STDERR, "CHANGELOG.md has no heading \"## [Unreleased]\" or \"## [$version] - YEAR-MONTH-DAY\"\n");
    $wrong++;
}
echo "version: $version in ", count(COPIES) + 1, " places and CHANGELOG.md, $wrong problems\n";
exit($wrong === 0 ? 0 : 1);
