<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// The differential test: random values through serialize()/unserialize() and through the codec under test.
//
//   php tests/Differential/run.php [--runs=20000] [--seed=1] [--start=0] [--jobs=1] [--codec=lyo] [--family=F] [--stats] [--digest] [--native-crashes=N]
//   php tests/Differential/run.php --seed=S --only=K [--shrink]      one value, in detail
//
// --digest prints a hash of all that was written. Exits 1 on any difference outside the ledger (Ledger.php), on any crash, when fewer values ran than planned, and when serialize() itself
// crashes more often than N times (one value in 20,000 if not given).

use Lyo\Tests\Differential\Application;

require __DIR__ . '/load.php';

exit((new Application())->main(array_slice($argv, 1)));
