<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Random classes with hooks: lyo_serialize() and lyo_unserialize() call each hook of PHP code as often as serialize() and
// unserialize() do, in the same order, of the same objects, with the same state.
//
//   php tests/Calls/run.php [--classes=4000] [--seed=1] [--jobs=1]
//   php tests/Calls/run.php --seed=S --only=K      one trial, in detail
//   php tests/Calls/run.php --selftest             serialize() with planted faults, each of which has to be found
//
// Exits 1 on any difference, on any crash, and when fewer trials ran than planned.

use Lyo\Tests\Calls\Application;

foreach (['Arguments', 'Forks', 'Generator/Rng'] as $file) {
    require_once __DIR__ . '/../Differential/' . $file . '.php';
}
foreach (['Classes', 'World', 'Application'] as $file) {
    require_once __DIR__ . '/' . $file . '.php';
}

exit((new Application())->main(array_slice($argv, 1)));
