<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Runs the tests of the engine that are written in C. `make unit` builds and calls it.

/** Fewer checks than that mean that a test was lost. */
const PLANNED = 260;

[$checks, $failures] = lyo_unit_run();
echo "unit: $checks checks, $failures failures\n";
if ($checks < PLANNED) {
    echo 'unit: ', PLANNED, " checks were planned\n";
}
exit($failures > 0 || $checks < PLANNED ? 1 : 0);
