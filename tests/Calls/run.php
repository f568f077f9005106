<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Tests with random classes that lyo_serialize() and lyo_unserialize() call hooks of PHP code like serialize() and unserialize():
// equally often, in the same order, for the same objects, and with the same state.
//
//   php tests/Calls/run.php [--runs=4000] [--seed=1] [--start=0] [--jobs=1] [--show=3]
//   php tests/Calls/run.php --seed=S --only=K      one trial of 4 classes, in detail
//   php tests/Calls/run.php --selftest             serialize() with planted faults; each must be detected
//
// Exits 1 on any difference, on any crash, and if fewer trials ran than planned.

use Lyo\Tests\Calls\CallsCommand;

require_once __DIR__ . '/../Support/load.php';
foreach (['Names', 'Classes', 'World', 'CallsCommand'] as $file) {
    require_once __DIR__ . '/' . $file . '.php';
}

exit((new CallsCommand())->main(array_slice($argv, 1)));
