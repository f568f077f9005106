<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// How long another process waits to write to an SQLite database with 20 values of 2 MB and 4,000 short ones: alone, beside an application that
// stores these 20 values one by one with the settings of the database, and beside lyo convert. It fails if the longest wait beside lyo convert is
// above 100 ms, unless the application makes it wait for so long, too.
//
//   php tests/Stores/waits.php [--folder=/dev/shm] [--journal=delete] [--runs=3]

use Lyo\Tests\Stores\Lyo;
use Lyo\Tests\Stores\Waits;
use Lyo\Tests\Support\Arguments;

require __DIR__ . '/../../vendor/autoload.php';

if (isset($argv[3]) && in_array($argv[1], ['write', 'store'], true)) {
    exit($argv[1] === 'write' ? Waits::write($argv[2], $argv[3]) : Waits::store($argv[2], $argv[3]));
}

$given = Arguments::parse(array_slice($argv, 1), ['folder', 'journal', 'runs']);
$folders = array_filter($given->string('folder', '') === '' ? ['/dev/shm', '/var/tmp'] : [$given->string('folder', '')], is_writable(...));
$journals = $given->string('journal', '') === '' ? ['delete', 'wal'] : [$given->string('journal', '')];
$failed = $folders === [] ? 1 : 0;
foreach ($folders as $folder) {
    foreach ($journals as $journal) {
        $waits = new Waits(new Lyo(['?pdo', 'pdo_sqlite']), __FILE__, $folder, $journal);
        $failed += $waits->main($given->int('runs', 3)) ? 0 : 1;
    }
}
exit($failed === 0 ? 0 : 1);
