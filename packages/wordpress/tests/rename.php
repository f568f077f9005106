<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// php rename.php FOLDER TITLE   changes the title of the site

declare(strict_types=1);

$_SERVER += ['HTTP_HOST' => 'example.org', 'SERVER_NAME' => 'example.org', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REMOTE_ADDR' => '127.0.0.1', 'REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/'];
require "$argv[1]/wp-load.php";
update_option('blogname', $argv[2]) || exit(1);
