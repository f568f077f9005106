<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Tests the bridges in their real frameworks, on real stores. Starts the servers, then each trial: with lyo.so, and with only the library.
//
//   BUILD=build php -n [-d extension=posix] tests/Bridge/run.php [NAME...]        NAME: a part of a project's or script's name

declare(strict_types=1);

use Lyo\Tests\Bridge\Runner;

require __DIR__ . '/load.php';

exit((new Runner())->main(array_slice($argv, 1)));
