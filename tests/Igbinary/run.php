<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Compares our igbinary.so with the installed igbinary: vectors, corpus, random values, sessions, broken bytes.
//
//   php tests/Igbinary/run.php [--runs=5000] [--seed=1] [--sessions=2000] [--mutations=5000]
//
// Exits 1 on any difference that docs/differences-from-igbinary.md does not list, and if fewer cases ran than planned.

use Lyo\Tests\Igbinary\IgbinaryCommand;

require __DIR__ . '/load.php';

exit((new IgbinaryCommand())->main(array_slice($argv, 1)));
