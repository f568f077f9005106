<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Measures the CPU time of a page of Laravel and of Symfony, by the format that the bridge writes and the modules that are loaded.
// `make bench-pages` runs it. The worker is this script with a framework's name.

declare(strict_types=1);

use Lyo\Bench\Pages;
use Lyo\Bench\PageWorker;

require __DIR__ . '/../tests/Bridge/load.php';
getenv('BRIDGE_PROJECT') === 'laravel-12' && require __DIR__ . '/../corpus/applications/laravel/src/polyfill.php';
require __DIR__ . '/Pages.php';
require __DIR__ . '/PageWorker.php';

exit(isset($argv[1]) ? (new PageWorker($argv[1]))->run() : (new Pages())->run());
