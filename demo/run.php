<?php

declare(strict_types=1);

// Stores real values of this machine in a SQLite cache file with serialize(), igbinary, JSON and Lyo, reads them back,
// checks that they are identical, and shows what each format costs. `make demo` runs it with the modules that it needs.
//
//   php demo/run.php [--details] [--autoload=FILE]
//
// --autoload names Composer's autoloader if it is not in vendor/. Exits 1 if a value does not come back identical.

use Lyo\Demo\Demo;

$root = dirname(__DIR__);
$autoload = $root . '/vendor/autoload.php';
foreach ((array) ($_SERVER['argv'] ?? []) as $argument) {
    if (is_string($argument) && str_starts_with($argument, '--autoload=')) {
        $autoload = substr($argument, strlen('--autoload='));
    }
}
if (!is_file($autoload)) {
    fwrite(STDERR, "demo: $autoload is missing; `make demo` brings it\n");
    exit(2);
}
require $autoload;
require __DIR__ . '/autoload.php';

(new Demo())->run();
