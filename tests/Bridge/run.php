<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// The bridges on their real frameworks and stores: starts the servers, then each trial, in a PHP with lyo.so and in one that has the library only.
//
//   BUILD=build php -n [-d extension=posix] tests/Bridge/run.php [NAME...]        NAME: a part of a project's or script's name

declare(strict_types=1);

use Lyo\Tests\Bridge\Runner;

require __DIR__ . '/load.php';

exit((new Runner())->main(array_slice($argv, 1)));
