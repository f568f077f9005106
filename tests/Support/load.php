<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Loads what the random tests share, without Composer: some of them compare autoloading.

foreach (['Arguments', 'Forks', 'Rng', 'Trials'] as $file) {
    require_once __DIR__ . "/$file.php";
}
