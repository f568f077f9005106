<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Measures requests of a site that stores its values in symfony/cache: requests a second, and memory of a request, with Symfony's marshaller,
// with igbinary, and with lyo. `make bench-bridges` builds what it needs and runs it. The worker is this script with an application's name.

use Lyo\Bench\Bridges;
use Lyo\Bench\BridgeWorker;

require __DIR__ . '/../tests/Bridge/load.php';
require __DIR__ . '/Bridges.php';
require __DIR__ . '/BridgeWorker.php';

exit(isset($argv[1]) ? (new BridgeWorker($argv[1]))->run() : (new Bridges())->run());
