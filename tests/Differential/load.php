<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Loads everything at once, without Composer: autoloading is part of what is compared, so nothing else may autoload.

require_once __DIR__ . '/../Support/load.php';
require_once __DIR__ . '/../Fixtures/load.php';

foreach ([...glob(__DIR__ . '/Generator/*.php') ?: [], ...glob(__DIR__ . '/*.php') ?: []] as $file) {
    if (!in_array(basename($file), ['run.php', 'load.php', 'selftest.php'], true)) {
        require_once $file;
    }
}
