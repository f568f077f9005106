<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Tests the differential test: PHP's own serializer must show no difference from itself, and each codec with a known
// fault (Broken.php) must be detected. A check that cannot fail checks nothing.
//
//   php tests/Differential/selftest.php [--runs=1500] [--seed=1]

use Lyo\Tests\Differential\DifferentialCommand;

require __DIR__ . '/load.php';

exit((new DifferentialCommand())->selfTest(array_slice($argv, 1)));
