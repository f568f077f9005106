<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Stands in for the server of Symfony's recipes where that cannot be reached: a router for php -S. It has those of recipes.json and no others, as
// if all other packages had no recipe. It also has the versions of Symfony's packages, from which Flex takes those that extra.symfony.require of a
// project names. Composer's plugin Flex asks it if SYMFONY_ENDPOINT names its address.

declare(strict_types=1);

/** @var array{REQUEST_URI: string} $_SERVER */
$path = (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
/** @var array<string, array<string, array{manifest: array<mixed>, files: array<string, array{contents: list<string>, executable: bool}>}>> $recipes by package and its lowest version */
$recipes = json_decode((string) file_get_contents(__DIR__ . '/recipes.json'), true, flags: JSON_THROW_ON_ERROR);

/** @var list<string> $wanted of the form "vendor,name,i7.4.1" */
$wanted = str_starts_with($path, '/p/') ? explode(';', rawurldecode(substr($path, 3))) : [];
$manifests = $locks = [];
foreach ($wanted as $one) {
    [$vendor, $name, $version] = explode(',', $one) + ['', '', ''];
    $package = "$vendor/$name";
    $version = ltrim(substr($version, 1), 'v');
    $from = array_filter(array_map(strval(...), array_keys($recipes[$package] ?? [])), static fn(string $from): bool => version_compare($version, $from, '>='));
    if ($from !== []) {
        $from = end($from);
        $recipe = $recipes[$package][$from];
        $files = array_map(static fn(array $file): array => ['contents' => implode("\n", $file['contents']), 'executable' => $file['executable']], $recipe['files']);
        $manifests[$package] = ['repository' => 'recipes', 'package' => $package, 'version' => $from, 'origin' => "$package:$from@recipes", 'manifest' => $recipe['manifest'], 'files' => $files, 'is_contrib' => false];
        $locks[$package] = ['version' => $version, 'recipe' => ['repo' => 'recipes', 'branch' => 'main', 'version' => $from, 'ref' => sha1(serialize($recipe))]];
    }
}
$components = ['cache', 'config', 'console', 'dependency-injection', 'dotenv', 'error-handler', 'event-dispatcher', 'filesystem', 'finder', 'framework-bundle', 'http-foundation', 'http-kernel', 'routing', 'runtime', 'string', 'var-dumper', 'var-exporter', 'yaml'];
header('Content-Type: application/json');
echo json_encode(match (true) {
    $wanted !== [] => ['manifests' => $manifests, 'locks' => $locks],
    $path === '/versions.json' => ['splits' => array_fill_keys(array_map(static fn(string $name): string => "symfony/$name", $components), ['6.4', '7.0', '7.1', '7.2', '7.3', '7.4', '8.0', '8.1'])],
    default => new stdClass(),
}, JSON_THROW_ON_ERROR);
