<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Searches for operations that need more than linear time. It makes values of generated structures, alone and in pairs, each size twice the one
// before, and counts the instructions of encoding and decoding with callgrind. A doubling may take 2.3 times as many, on average over all sizes and at the end; Series.php defines what a step is.
//
//   php tests/Growth/run.php [--short] [--build=build] [--jobs=2] [--filter=REGEX] [--verbose]
//
// --short measures each construct alone, up to 16,000 cells; without it, up to 64,000, and then all pairs of those in Constructs::paired(), with 1,000 and 8,000
// cells. If a doubling seems to take more than 2.15 times as many instructions, a pair is measured with all sizes. --build is the folder of lyo.so and
// igbinary.so. --filter is for names, such as "strings that are new, then rows". Exits 1 if something grows too fast, or if less was measured than planned.

use Lyo\Tests\Growth\GrowthCommand;

require __DIR__ . '/load.php';

exit((new GrowthCommand(array_slice($argv, 1)))->main());
