<?php

// SPDX-License-Identifier: BSD-3-Clause
//
//   BUILD=build php packages/wordpress/tests/run.php [zip] [life] [heads] [damage] [old] [mistakes] [network] [suite] [cost]
//
// The plugin in WordPress itself. WORDPRESS has the folder of WordPress, REDIS_CACHE that of the plugin Redis Object Cache, WP_CLI the program wp (with
// "wp plugin"), WORDPRESS_DEVELOP one of WordPress' repository for developers, for its own tests (WORDPRESS_LOG=FILE keeps what they print). PAGES=200 pages after each step of the lives KINDS="redis-cache redis memcached", OPERATIONS=50000 of heads of several kinds, ITEMS=10000 to damage, PAIRS=20 of pages for their CPU; with PAIRS=0 only memory and bytes are measured.

declare(strict_types=1);

use Lyo\WordPress\Tests\Runner;

require dirname(__DIR__, 3) . '/tests/Bridge/load.php';
require __DIR__ . '/values.php';
foreach (['Command', 'Site', 'Head', 'Heads', 'Life', 'Cost', 'Suite', 'Runner'] as $class) {
    require __DIR__ . "/$class.php";
}
require dirname(__DIR__) . '/tools/build.php';

exit((new Runner())->main(array_slice($argv, 1)));
