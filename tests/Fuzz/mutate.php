<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Feeds the decoder with mutated payloads: every prefix, every flipped bit, false lengths, splices, combined changes.
//
//   php tests/Fuzz/mutate.php [--runs=100000] [--seed=1] [--start=0] [--jobs=1]
//   php tests/Fuzz/mutate.php --seed=S --only=K     one input in hex, and its result
//   php tests/Fuzz/mutate.php --selftest            decoders with a known fault; each must be detected
//
// A fault is: a crash or hang; an exception that is not from Lyo, PHP or the class; user code before a refusal; a
// value that PHP code could not have built; memory beyond the bound; disagreement with lyo_is_serialized(). Exits 1 on
// any fault, and when fewer inputs ran than planned.

use Lyo\Tests\Fuzz\FuzzCommand;

require __DIR__ . '/../Differential/load.php';
foreach (['Mutator', 'Seeds', 'ValueCheck', 'Target', 'Oracle', 'FuzzCommand'] as $class) {
    require __DIR__ . '/' . $class . '.php';
}

exit((new FuzzCommand())->main(array_slice($argv, 1)));
