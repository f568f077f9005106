<?php

// SPDX-License-Identifier: BSD-3-Clause
//
//   php tests/Newcomer/session.php
//
// The application of the story of sessions: one request of a visitor who is logged in. Says nothing unless the visitor is logged out.

declare(strict_types=1);

namespace App;

use function file_get_contents;
use function file_put_contents;
use function ini_set;
use function session_id;
use function session_start;
use function var_export;

/** One of the two classes that the page lists. */
final class User
{
    public function __construct(public string $name) {}
}

ini_set('session.save_path', '/tmp');
ini_set('session.use_cookies', '0');
ini_set('session.cache_limiter', '');
session_id('a1b2c3d4e5f6g7h8i9j0k1l2m3');
$requests = (int) @file_get_contents('/tmp/requests');
session_start();
$_SESSION['user'] ??= new User('Grüße');
$before = $_SESSION['requests'] ?? 0;
$_SESSION['requests'] = (is_int($before) ? $before : 0) + 1;
file_put_contents('/tmp/requests', (string) ($requests + 1));
if ($_SESSION['requests'] !== $requests + 1 || !$_SESSION['user'] instanceof User || $_SESSION['user']->name !== 'Grüße') {
    echo 'the session is lost: request ', var_export($_SESSION['requests'], true), ' instead of ', $requests + 1, "\n";
    exit(1);
}
