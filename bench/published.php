<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Runs published comparisons of serializers again.
// `make bench-published ARGS=...` builds what it needs and runs it; php bench/published.php --help lists the options.

use Lyo\Bench\Published\Command;

require __DIR__ . '/../vendor/autoload.php';

Command::command()->run();
