<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// A page of the web server that the test starts: counts in the session, with the handler that the query names.

declare(strict_types=1);

$handler = $_GET['handler'] ?? 'php';
ini_set('session.serialize_handler', is_string($handler) ? $handler : 'php');
ini_set('session.use_strict_mode', '0');
session_start();
$count = $_SESSION['count'] ?? 0;
$count = (is_int($count) ? $count : 0) + 1;
$_SESSION['count'] = $count;
$_SESSION['user'] ??= new ArrayObject(['name' => 'Anna', 'roles' => ['editor', 'admin']]);
$_SESSION['list'] ??= range(1, 50);
$user = $_SESSION['user'];
echo $count, ' ', $user instanceof ArrayObject && $user['name'] === 'Anna' && $_SESSION['list'] === range(1, 50) ? 'whole' : 'broken', ' ', is_string($handler) ? $handler : '', "\n";
