<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// The table of targets, measured in one run over a corpus against igbinary. With PHP 8.4 it exits 1 if a target is missed.
// `make bench-targets ARGS=...` builds what it needs and runs it.

use Lyo\Bench\TargetsCommand;

require __DIR__ . '/../vendor/autoload.php';

TargetsCommand::command()->run();
