<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Shows which functions use the instructions of encoding, decoding or freeing.
// `make bench-profile ARGS=...` builds what it needs and runs it.

use Lyo\Bench\Profile;

require __DIR__ . '/../vendor/autoload.php';

Profile::command()->run();
