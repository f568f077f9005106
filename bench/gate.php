<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Counts the instructions of Lyo for the values of bench/Synthetic.php and fails when an operation takes more than 1.5 %
// more than bench/counts-8.2.tsv, or the file of another PHP, says. `make bench-counts` runs it, `make bench-gate-update` writes that file.

use Lyo\Bench\GateCommand;

require __DIR__ . '/../vendor/autoload.php';

GateCommand::command()->run();
