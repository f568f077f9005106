<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// The test of __sleep(): compares serialize() and lyo_serialize() for random classes with random hooks.
//
//   php tests/Sleep/run.php [--runs=3000] [--seed=1] [--start=0] [--jobs=1] [--opcache] [--show=3]
//   php tests/Sleep/run.php --seed=S --only=K      one trial, in detail
//   php tests/Sleep/run.php --selftest             serialize() with planted faults; each must be detected
//
// --opcache puts the classes into files, which opcache optimizes and shares; opcache must be loaded. Exits 1 on
// any difference, on any crash, if fewer trials ran than planned, and if a kind of hook was never drawn.


use Lyo\Tests\Sleep\SleepCommand;

require __DIR__ . '/load.php';

exit((new SleepCommand())->main(array_slice($argv, 1)));
