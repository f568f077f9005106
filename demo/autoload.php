<?php

declare(strict_types=1);

// Loads the classes of the demo and of its samples: bin/lyo measure --autoload=demo/autoload.php makes objects of these classes.

spl_autoload_register(static function (string $class): void {
    $root = dirname(__DIR__);
    foreach (['Lyo\\Demo\\' => '/demo/', 'Lyo\\Samples\\' => '/samples/', 'Lyo\\Tools\\' => '/cli/src/', 'Lyo\\' => '/src/'] as $prefix => $folder) {
        if (str_starts_with($class, $prefix)) {
            require $root . $folder . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
            return;
        }
    }
});
