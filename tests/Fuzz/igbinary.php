<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Feeds igbinary.so with broken messages: truncated at each byte, and mutated. A refused message must give null with a warning, or an
// exception, and must run no code of the application: no hook, no destructor, no autoloader. No input may leak memory.
//
//   php -d extension=igbinary.so tests/Fuzz/igbinary.php [--prefixes=200000] [--all] [--mutations=20000] [--seed=1]
//
// --all: all truncations of all messages (those above 50 kB at 5,000 places), and at least --prefixes.
//
// Exits 1 on any fault, and when fewer cases ran than planned.

use Lyo\Tests\Fuzz\Igbinary;

require __DIR__ . '/../Differential/load.php';
require __DIR__ . '/../Corpus/Corpus.php';
require __DIR__ . '/Igbinary.php';

exit((new Igbinary())->main(array_slice($argv, 1)));
