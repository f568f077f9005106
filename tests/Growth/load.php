<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Loads the classes of the search, without Composer: under callgrind every instruction counts.

foreach (['Task', 'Strings', 'Constructs', 'Leaves', 'Maps', 'Tables', 'Repeats', 'Objects', 'References', 'Series', 'Search', 'Plan', 'Worker', 'GrowthCommand'] as $class) {
    require __DIR__ . '/' . $class . '.php';
}
error_reporting(E_ALL & ~E_DEPRECATED); // a class that implements Serializable alone
require __DIR__ . '/models.php';
