<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// One process of the search for what grows too fast; run.php starts it.

use Lyo\Tests\Growth\Worker;

require __DIR__ . '/load.php';

(new Worker())->run();
