<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// The search for what grows faster than the value: values made of generated structures, each alone and in pairs, in doubling sizes; instructions of
// encoding and decoding, counted by callgrind. A doubling may take 2.3 times as many, on average over all sizes and at the end; Series.php defines what a step is.
//
//   php tests/Growth/run.php [--short] [--build=build] [--jobs=2] [--filter=REGEX] [--verbose]
//
// --short measures each construct alone, up to 16,000 cells; else up to 64,000, and then all pairs of those that Constructs::paired() names, with 1,000 and 8,000
// cells, and with all sizes where a doubling seems to take more than 2.15 times as many. --build is where lyo.so and igbinary.so are that are
// searched. --filter is for names, "strings that are new, then rows" for one. Exits 1 when something grows too fast, or fewer were measured than planned.

use Lyo\Tests\Growth\Application;

require __DIR__ . '/load.php';

exit((new Application(array_slice($argv, 1)))->main());
