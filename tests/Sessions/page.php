<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// The page of the servers that the test starts. It visits the sessions that the query names, counts in each, and prints what it found: a line
// for each, "ID new", "ID lost", "ID broken" or "ID whole COUNT".

declare(strict_types=1);

use Lyo\Envelope\KeyRing;
use Lyo\Envelope\Options;
use Lyo\Session\Handler;

$query = static function (string $name): string {
    $value = $_GET[$name] ?? null;

    return is_string($value) ? $value : '';
};
[$saver, $path] = explode(' ', (string) getenv('LYO_STORE_' . $query('store')), 2) + ['files', ''];
foreach (['save_handler' => $saver, 'save_path' => $path, 'use_cookies' => '0', 'use_strict_mode' => '0', 'cache_limiter' => ''] as $setting => $value) {
    ini_set('session.' . $setting, $value);
}
$library = getenv('LYO_LIBRARY_WRITES');
if (is_string($library) && $library !== '') {
    require __DIR__ . '/../../vendor/autoload.php';
    parse_str((string) getenv('LYO_SESSION_KEYS'), $keys);
    Handler::register(writes: $library, envelope: $keys === [] ? null : new Options(sign: new KeyRing($keys)));
}
ob_start();
foreach (explode(',', $query('ids')) as $id) {
    session_id($id);
    session_start();
    if ($query('new') === '1') {
        $user = new ArrayObject(['name' => 'Anna', 'roles' => ['editor', 'admin']]);
        $_SESSION = ['user' => $user, 'again' => [$user], 'list' => range(1, 50), 'text' => "ä\0|a|i:1;", 'none' => null, 'price' => 1.5, 'count' => 0];
        $_SESSION['same'] = &$_SESSION['count'];
        echo "$id new\n";
    } elseif (!isset($_SESSION['user'])) {
        echo "$id lost\n";
    } else {
        $user = $_SESSION['user'];
        $count = is_int($_SESSION['count'] ?? null) ? $_SESSION['count'] : -1;
        $_SESSION['count'] = $count + 1;
        $whole = $user instanceof ArrayObject && $user->getArrayCopy() === ['name' => 'Anna', 'roles' => ['editor', 'admin']] && ($_SESSION['again'] ?? null) === [$user]
            && ($_SESSION['list'] ?? null) === range(1, 50) && ($_SESSION['text'] ?? null) === "ä\0|a|i:1;" && array_key_exists('none', $_SESSION)
            && ($_SESSION['price'] ?? null) === 1.5 && ($_SESSION['same'] ?? null) === $count + 1;
        echo $whole ? "$id whole $count\n" : "$id broken\n";
    }
    session_write_close();
    $_SESSION = [];
}
