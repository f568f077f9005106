<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// For a process that tests a bridge: Lyo from this checkout, and the framework from the Composer project that BRIDGE_PROJECT names (a
// folder of tests/Bridge/projects/, installed below build/bridges/). The development tools' own vendor/ would bring other versions.

declare(strict_types=1);

$root = dirname(__DIR__, 2);
$vendor = (getenv('BUILD') ?: "$root/build") . '/bridges/' . getenv('BRIDGE_PROJECT') . '/vendor/autoload.php';
is_file($vendor) && require $vendor;
spl_autoload_register(static function (string $class) use ($root): void {
    foreach (['Lyo\\Bridge\\Drupal\\' => 'packages/drupal/bridge', 'Lyo\\Laravel\\' => 'packages/laravel/src', 'Lyo\\Bridge\\WordPress\\' => 'packages/wordpress/src', 'Lyo\\Tests\\' => 'tests', 'Lyo\\Bench\\' => 'bench', 'Lyo\\Samples\\' => 'samples', 'Lyo\\Tools\\' => 'cli/src', 'Lyo\\' => 'src'] as $prefix => $folder) {
        $file = "$root/$folder/" . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
        if (str_starts_with($class, $prefix) && is_file($file)) {
            require $file;
            return;
        }
    }
});
require "$root/src/functions.php";
$coverage = getenv('BRIDGE_COVERAGE');
if (is_string($coverage) && function_exists('pcov\start')) { // make coverage-library
    \pcov\start();
    register_shutdown_function(static fn() => file_put_contents("$coverage/" . getmypid() . '.json', json_encode(\pcov\collect())));
}
