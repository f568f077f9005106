<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// igbinary.so against the installed igbinary: each in processes of its own, since both have one name. Exits 1 when a target is missed.
// `make bench-igbinary ARGS=...` builds what it needs and runs it.

use Lyo\Bench\DropinCommand;

require __DIR__ . '/../vendor/autoload.php';

DropinCommand::command()->run();
