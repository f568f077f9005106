<?php

declare(strict_types=1);

// A small application with symfony/cache on SQLite, for the end of the demo. It shows one page made of cached values.
//
//   php demo/site.php --autoload=FILE --database=FILE [--lyo] [--write]
//
// --lyo: the package lyo/lyo is installed, and nothing is set. --write: the page stores each of its values once, as a site does sooner or later.
// It prints JSON: a hash of the page, values that were not in the cache, bytes in the cache, processor time of the page, errors of PHP.

use Lyo\Demo\Site;

$options = getopt('', ['autoload:', 'database:', 'lyo', 'write']);
require is_string($options['autoload'] ?? null) ? $options['autoload'] : dirname(__DIR__) . '/vendor/autoload.php';
require __DIR__ . '/autoload.php';

$site = new Site(is_string($options['database'] ?? null) ? $options['database'] : ':memory:', isset($options['lyo']));
echo json_encode($site->show(isset($options['write'])), JSON_THROW_ON_ERROR), "\n";
