<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// What a web server does for WordPress. With LYO_COST=1 the page ends with its peak memory.

declare(strict_types=1);

$path = (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$file = $_SERVER['DOCUMENT_ROOT'] . $path;
if (is_file($file) && !str_ends_with($file, '.php')) {
    return false;
}
$file = is_file($file) ? $file : (is_file("$file/index.php") ? "$file/index.php" : $_SERVER['DOCUMENT_ROOT'] . '/index.php');
$_SERVER['SERVER_NAME'] = 'example.org';
$_SERVER['SERVER_PORT'] = '80';
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = substr($file, strlen($_SERVER['DOCUMENT_ROOT']));
$_SERVER['SCRIPT_FILENAME'] = $file;
if (getenv('LYO_COST') === '1') {
    register_shutdown_function(static function (): void {
        echo "\n<!-- ", memory_get_peak_usage(), ' ', get_num_queries(), ' -->';
    });
}
chdir(dirname($file));
require $file;
