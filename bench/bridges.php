<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Requests to a site that keeps its values in symfony/cache: how many in a second, and what memory each takes, with Symfony's marshaller,
// with igbinary, and with lyo. `make bench-bridges` builds what it needs and runs it. The worker is the same script with an application's name.

use Lyo\Bench\Bridges;
use Lyo\Bench\BridgeWorker;

require __DIR__ . '/../tests/Bridge/load.php';
require __DIR__ . '/Bridges.php';
require __DIR__ . '/BridgeWorker.php';

exit(isset($argv[1]) ? (new BridgeWorker($argv[1]))->run() : (new Bridges())->run());
