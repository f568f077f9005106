<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Measures what a row costs in lists of 50, 100, ... 6,400 rows: time and memory of every codec, and the ratio of the last to the first.
// `make bench-growth ARGS=...` builds what it needs and runs it.

use Lyo\Bench\Growth;

require __DIR__ . '/../vendor/autoload.php';

Growth::command()->run();
