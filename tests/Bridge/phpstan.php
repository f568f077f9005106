<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// For PHPStan: loads the classes of the frameworks after those of the development tools, if they are here. make bridge-projects installs
// them; make lint-short goes without.

declare(strict_types=1);

use Composer\Autoload\ClassLoader;

foreach (['laravel-12', 'clients', 'symfony-7'] as $project) {
    $autoload = dirname(__DIR__, 2) . "/build/bridges/$project/vendor/autoload.php";
    $loader = is_file($autoload) ? require $autoload : null;
    if ($loader instanceof ClassLoader) {
        $loader->unregister();
        $loader->register(false);
    }
}
if (is_dir(dirname(__DIR__, 2) . '/build/bridges/laravel-12')) {
    require __DIR__ . '/../../corpus/applications/laravel/src/polyfill.php';
}
require __DIR__ . '/Drupal/core.php';
