<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Broken messages for igbinary.so: beginnings of good ones, at each byte, and mutated ones. What is refused is null with a warning or an
// exception, and has run no code of the application: no hook, no destructor, no autoloader. No input may lose memory.
//
//   php -d extension=igbinary.so fuzz/igbinary.php [--prefixes=200000] [--all] [--mutations=20000] [--seed=1]
//
// --all: not so many beginnings, but all of all messages (those above 50 kB are cut at 5,000 places), and not fewer than so many.
//
// Exits 1 on any fault, and when fewer cases ran than planned.

use Lyo\Fuzz\Igbinary;

require __DIR__ . '/../tests/Differential/load.php';
require __DIR__ . '/../tests/Corpus/Corpus.php';
require __DIR__ . '/Igbinary.php';

exit((new Igbinary())->main(array_slice($argv, 1)));
