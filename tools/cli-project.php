<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Prints a composer.json with what the command line needs besides the library, which is in this tree.
//
//   php -n tools/cli-project.php [JSON]    JSON: more members; "require" is added to that of cli/composer.json

declare(strict_types=1);

$cli = json_decode((string) file_get_contents(__DIR__ . '/../cli/composer.json'), true, 16, JSON_THROW_ON_ERROR);
$more = json_decode($argv[1] ?? '{}', true, 16, JSON_THROW_ON_ERROR);
$require = static fn(mixed $project): array => is_array($project) && is_array($project['require'] ?? null) ? $project['require'] : [];
$project = ['require' => array_diff_key($require($cli), ['lyo/lyo' => 0]) + $require($more)] + (is_array($more) ? $more : []);
echo json_encode($project, JSON_THROW_ON_ERROR);
