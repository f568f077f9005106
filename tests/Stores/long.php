<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// A Redis of a million keys: processor time, memory and progress of lyo stat, measure, find and convert, there and back. Then it becomes lyo, and back,
// killed ten times at random, while another process writes. --kills=0 leaves that out.
//
//   php tests/Stores/long.php [--keys=1000000] [--kills=10]

use Lyo\Tests\Stores\Lyo;
use Lyo\Tests\Stores\Million;
use Lyo\Tests\Support\Arguments;

require __DIR__ . '/../../vendor/autoload.php';

$given = Arguments::parse(array_slice($argv, 1), ['keys', 'kills']);
if (trim((string) shell_exec('command -v redis-server')) === '') {
    echo "stores: a million keys SKIPPED, no redis-server here\n";
    exit(0);
}
exit((new Million(new Lyo(['igbinary', '?redis', '?pcntl', '?posix']), $given->int('keys', 1_000_000), $given->int('kills', 10)))->main());
