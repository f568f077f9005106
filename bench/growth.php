<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// What a row costs in lists of 50 to 6,400 rows, doubling: time and memory of every codec, and the last over the first.
// `make bench-growth ARGS=...` builds what it needs and runs it.

use Lyo\Bench\Growth;

require __DIR__ . '/../vendor/autoload.php';

Growth::command()->run();
