<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// What bin/corpus starts.

use Lyo\Corpus\MakeCommand;

require __DIR__ . '/../vendor/autoload.php';

MakeCommand::command()->run();
