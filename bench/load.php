<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Loads what a worker needs, without Composer. vendor/ has classes with the same names as the measured applications, and
// Composer's autoloader would be called for each missing class that a value names.

$load = static function (string $class): void {
    foreach (['Lyo\\Bench\\' => __DIR__, 'Lyo\\Tools\\Measure\\' => __DIR__ . '/../cli/src/Measure', 'Lyo\\Samples\\' => __DIR__ . '/../samples', 'Lyo\\Tests\\Corpus\\' => __DIR__ . '/../tests/Corpus'] as $prefix => $folder) {
        if (str_starts_with($class, $prefix)) {
            require $folder . '/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
        }
    }
};
spl_autoload_register($load);
foreach (['Task', 'Source', 'Subject', 'Timing', 'Held', 'Code', 'Counting', 'Job', 'Worker', 'Synthetic', 'Collisions', 'GrowthRows'] as $class) {
    class_exists('Lyo\\Bench\\' . $class);
}
class_exists(Lyo\Tools\Measure\Codec::class);
class_exists(Lyo\Tests\Corpus\Corpus::class);
foreach (['Samples' => __DIR__ . '/../samples', 'Bench\\Synthetic' => __DIR__ . '/Synthetic'] as $namespace => $folder) {
    foreach ([...glob($folder . '/*.php') ?: [], ...glob($folder . '/*/*.php') ?: []] as $file) {
        class_exists('Lyo\\' . $namespace . '\\' . strtr(substr($file, strlen($folder) + 1, -strlen('.php')), '/', '\\'));
    }
}
spl_autoload_unregister($load);
