<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// php network.php FOLDER network   makes a network of the site
// php network.php FOLDER site      adds a second site to it

declare(strict_types=1);

$_SERVER += ['HTTP_HOST' => 'example.org', 'SERVER_NAME' => 'example.org', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REMOTE_ADDR' => '127.0.0.1', 'REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/'];
[, $folder, $does] = $argv;
$does === 'network' && define('WP_INSTALLING_NETWORK', true);
require "$folder/wp-load.php";
require ABSPATH . 'wp-admin/includes/upgrade.php';
if ($does === 'network') {
    foreach ($wpdb->tables('ms_global') as $table => $name) {
        $wpdb->$table = $name;
    }
    install_network();
    $is = populate_network(1, 'example.org', 'admin@example.org', 'A network', '/', false);
    is_wp_error($is) && $is->get_error_code() !== 'no_wildcard_dns' && exit($is->get_error_message());
} else {
    $is = wpmu_create_blog('example.org', '/second/', 'The second site', 1);
    is_int($is) || exit($is->get_error_message());
}
