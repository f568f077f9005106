<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// A page for php-fpm that reads a stored tree. It does not use Composer, which would be a large part of its time.

use Lyo\Bench\Published\Objects\Visit;

$start = (array) getrusage();
spl_autoload_register(static function (string $class): void {
    require dirname(__DIR__, 2) . '/' . strtr(substr($class, strlen('Lyo\\Bench\\')), '\\', '/') . '.php';
});
echo Visit::answer($_GET, $start);
