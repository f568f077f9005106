<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Stands in for the server of Symfony's recipes where that cannot be reached: a router for php -S. It has those of recipes.json and no others, as
// if all other packages had no recipe. Composer's plugin Flex asks it if SYMFONY_ENDPOINT names its address.

declare(strict_types=1);

$path = (string) parse_url((string) $_SERVER['REQUEST_URI'], PHP_URL_PATH);
$recipes = json_decode((string) file_get_contents(__DIR__ . '/recipes.json'), true, flags: JSON_THROW_ON_ERROR);
assert(is_array($recipes));
$answer = match (true) {
    str_starts_with($path, '/p/') => ['manifests' => [], 'locks' => []],
    // Flex restricts packages of this split to "extra.symfony.require".
    $path === '/versions.json' => ['splits' => []],
    default => (object) [],
};
foreach (str_starts_with($path, '/p/') ? explode(';', rawurldecode(substr($path, 3))) : [] as $wanted) {
    [$vendor, $name, $version] = explode(',', $wanted) + ['', '', ''];
    $package = "$vendor/$name";
    $version = ltrim(substr($version, 1), 'v');
    $found = null;
    foreach ($recipes[$package] ?? [] as $from => $recipe) {
        version_compare($version, (string) $from, '>=') && $found = [(string) $from, $recipe];
    }
    if ($found !== null) {
        [$from, $recipe] = $found;
        $files = array_map(static fn(array $file): array => ['contents' => implode("\n", $file['contents'])] + $file, $recipe['files']);
        $answer['manifests'][$package] = ['repository' => 'recipes', 'package' => $package, 'version' => $from, 'origin' => "$package:$from@recipes", 'manifest' => $recipe['manifest'], 'files' => $files, 'is_contrib' => false];
        $answer['locks'][$package] = ['version' => $version, 'recipe' => ['repo' => 'recipes', 'branch' => 'main', 'version' => $from, 'ref' => sha1(serialize($recipe))]];
    }
}
header('Content-Type: application/json');
echo json_encode($answer, JSON_THROW_ON_ERROR);
