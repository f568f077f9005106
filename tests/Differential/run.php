<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// The differential test: random values through serialize()/unserialize() and through the codec under test.
//
//   php tests/Differential/run.php [--runs=20000] [--seed=1] [--start=0] [--jobs=1] [--codec=lyo] [--family=F] [--stats] [--digest] [--native-crashes=N] [--seconds=180]
//   php tests/Differential/run.php --seed=S --only=K [--shrink]      one value, in detail
//
// --digest prints a hash of all bytes that were written. A value that takes longer than --seconds counts as a crash. Exits 1 on any difference that the ledger (Ledger.php) does not allow, on any
// crash, if fewer values ran than planned, and if serialize() itself crashes more than N times (default: one value in 20,000).

use Lyo\Tests\Differential\DifferentialCommand;

require __DIR__ . '/load.php';

exit((new DifferentialCommand())->main(array_slice($argv, 1)));
