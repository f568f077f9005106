<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Serves as wp-config.php and wp-tests-config.php. Site.php starts each process with its own environment.

declare(strict_types=1);

defined('ABSPATH') || define('ABSPATH', getenv('SITE_ROOT') . '/');
define('WP_CONTENT_DIR', getenv('SITE_CONTENT'));
defined('DB_NAME') || define('DB_NAME', 'test');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:' . getenv('SITE_SOCKET'));
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
define('WP_HOME', 'http://example.org');
define('WP_SITEURL', 'http://example.org');
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('WP_REDIS_CLIENT', 'predis');
define('WP_REDIS_HOST', '127.0.0.1');
define('WP_REDIS_PORT', (int) getenv('BRIDGE_REDIS'));
define('WP_REDIS_DATABASE', (int) getenv('SITE_DATABASE'));
define('WP_REDIS_IGBINARY', getenv('SITE_IGBINARY') === '1');
define('WP_LYO', json_decode(getenv('SITE_LYO') ?: '[]', true));

define('WP_TESTS_DOMAIN', 'example.org');
define('WP_TESTS_EMAIL', 'admin@example.org');
define('WP_TESTS_TITLE', 'Test Blog');
define('WP_PHP_BINARY', getenv('SITE_PHP'));
$table_prefix = (string) getenv('SITE_PREFIX');
