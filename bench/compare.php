<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Sizes, times and memory of Lyo against other codecs, for a corpus and the samples of this project.
// `make bench ARGS=...` builds what it needs and runs it; php bench/compare.php --help lists the options.

use Lyo\Bench\Compare;

require __DIR__ . '/../vendor/autoload.php';

Compare::command()->run();
