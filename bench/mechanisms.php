<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Measures what each mechanism of lyo.disable gains, in instructions and in the time of rows.
// `make bench-mechanisms ARGS=...` builds what it needs and runs it; php bench/mechanisms.php --help lists the options.

use Lyo\Bench\Mechanisms;

require __DIR__ . '/../vendor/autoload.php';

Mechanisms::command()->run();
