<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Counts the instructions of Lyo for the values of bench/Synthetic.php. Fails if an operation takes over 1.5 % more than in
// bench/counts-8.2.tsv, or in the file of another PHP. `make bench-counts` runs it, `make bench-gate-update` writes that file.

use Lyo\Bench\GateCommand;

require __DIR__ . '/../vendor/autoload.php';

GateCommand::command()->run();
