<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Tests WordPress itself with Redis Object Cache, if their archives are available (in ../shared/apps, or in the folder LYO_APPS).
//
//   BUILD=build php -n -d extension=posix -d extension=simplexml tests/Apps/wordpress.php [strings] [pages] [tests]
//
// WORDPRESS_LOG=FILE keeps what PHPUnit prints, in FILE-plain.txt and so on.

declare(strict_types=1);

use Lyo\Tests\Apps\WordPress\PluginComparison;

require dirname(__DIR__) . '/Bridge/load.php';

exit((new PluginComparison())->main(array_slice($argv, 1)));
