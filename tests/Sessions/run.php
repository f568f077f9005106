<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Tests sessions while servers change: each way to write with each way to read; then roll-out, roll-back and the loss of the extension
// during concurrent requests. It uses php-fpm, with sessions in files, Redis and Memcached, as far as these are installed.
//
//   php tests/Sessions/run.php [--sessions=20] [--requests=80] [--forms=4]     for each pair; for each phase; with traffic in each store

use Lyo\Tests\Sessions\SessionsCommand;
use Lyo\Tests\Support\Arguments;

foreach (['Support/Arguments', '../bench/Published/Fpm', 'Clients/Server', 'Sessions/Request', 'Sessions/Head', 'Sessions/Traffic', 'Sessions/SessionsCommand'] as $file) {
    require __DIR__ . '/../' . $file . '.php';
}
$given = Arguments::parse(array_slice($argv, 1), ['sessions', 'requests', 'forms']);

exit((new SessionsCommand($given->int('sessions', 20), $given->int('requests', 80), $given->int('forms', 4)))->main());
