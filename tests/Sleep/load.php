<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Loads everything at once, without Composer: hooks ask whether functions exist, and the library has some.

require_once __DIR__ . '/../Support/load.php';
foreach (['Text', 'Generator/Cell', 'Generator/Slots'] as $file) {
    require_once __DIR__ . '/../Differential/' . $file . '.php';
}
require_once __DIR__ . '/../Calls/Names.php';
require_once __DIR__ . '/Step.php';

foreach (glob(__DIR__ . '/*.php') ?: [] as $file) {
    if (!in_array(basename($file), ['run.php', 'load.php'], true)) {
        require_once $file;
    }
}
