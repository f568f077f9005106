<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Compares igbinary.so with the installed igbinary. Each has its own processes, because both have the same name. Exits 1 if a target is missed.
// `make bench-igbinary ARGS=...` builds what it needs and runs it.

use Lyo\Bench\DropinCommand;

require __DIR__ . '/../vendor/autoload.php';

DropinCommand::command()->run();
