<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// One request with a session: php session.php HANDLER PLACE NAME, where PLACE is a save handler and path, and NAME what the request adds.
// Prints what the session holds.

declare(strict_types=1);

[, $handler, $place, $name] = $argv;
[$saver, $path] = explode(' ', $place, 2);
ini_set('session.save_handler', $saver);
ini_set('session.save_path', $path);
ini_set('session.serialize_handler', $handler);
ini_set('session.use_cookies', '0');
ini_set('session.use_strict_mode', '0');
ini_set('session.lazy_write', '1');
session_id('lyotest' . md5($place));
session_start();
if ($name !== '') {
    $_SESSION[$name] = ['at' => count($_SESSION), 'object' => new ArrayObject([$name]), 5 => 'five'];
    $_SESSION['shared'] = &$_SESSION[$name]['at'];
}
$text = json_encode($_SESSION, JSON_THROW_ON_ERROR);
session_write_close();
echo $text, "\n";
