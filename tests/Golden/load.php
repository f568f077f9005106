<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Loads Golden, the library, and the classes of vectors and samples, without vendor/.

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    $root = dirname(__DIR__, 2);
    foreach (['Lyo\\Tests\\' => '/tests/', 'Lyo\\Samples\\' => '/samples/', 'Lyo\\' => '/src/'] as $prefix => $folder) {
        $file = $root . $folder . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
        if (str_starts_with($class, $prefix) && is_file($file)) {
            require $file;
            return;
        }
    }
});
