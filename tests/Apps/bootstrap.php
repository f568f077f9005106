<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// For a process that runs the tests of a framework: its Composer project, its tests, and, if APPS_WRITER says what they write, our classes.

declare(strict_types=1);

use Composer\Autoload\ClassLoader;

$loader = require getenv('APPS_PROJECT') . '/vendor/autoload.php';
assert($loader instanceof ClassLoader);
$root = dirname(__DIR__, 2);
foreach (['Lyo\\' => "$root/src/", 'Lyo\\Tests\\' => "$root/tests/", 'Lyo\\Bundle\\' => "$root/packages/symfony-bundle/src/"] as $prefix => $folder) {
    $loader->addPsr4($prefix, $folder);
}
require "$root/src/functions.php";
require_once __DIR__ . '/' . strtok(basename((string) getenv('APPS_PROJECT')), '-') . '.php';
