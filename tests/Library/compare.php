<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// The library in PHP against the extension, byte by byte:
//
//   php -n -d extension=build/lyo.so -d extension=ctype -d extension=tokenizer tests/Library/compare.php [--values=100000] [--payloads=200000] [--seed=7]

declare(strict_types=1);

use Lyo\Tests\Fixtures\Compressors;
use Lyo\Tests\Fuzz\Mutator;
use Lyo\Tests\Fuzz\Seeds;
use Lyo\Tests\Library\Comparison;

require __DIR__ . '/../Differential/load.php';
require __DIR__ . '/../Fuzz/Mutator.php';
require __DIR__ . '/../Fuzz/Seeds.php';
require __DIR__ . '/../../vendor/autoload.php';

if (!extension_loaded('lyo')) {
    fwrite(STDERR, "compare: lyo.so is not loaded\n");
    exit(2);
}
$options = getopt('', ['values:', 'payloads:', 'seed:']);
$number = static fn(string $name, int $default): int => is_string($options[$name] ?? null) ? (int) $options[$name] : $default;
error_reporting(0); // messages of classes and of PHP about unusual data
ini_set('zend.exception_ignore_args', '1');
foreach (['zlib', 'zstd'] as $compression) {
    if (($missing = Compressors::missing($compression)) !== null) {
        echo "compare: payloads that are compressed by $compression are SKIPPED, $missing\n";
    }
}
$comparison = new Comparison();
$comparison->values($number('values', 100_000), $number('seed', 7));
$seeds = Seeds::all();
if ($seeds === []) {
    fwrite(STDERR, "compare: no seeds\n");
    exit(2);
}
$comparison->payloads(new Mutator($seeds, $number('seed', 7)), $number('payloads', 200_000));
exit($comparison->report() ? 0 : 1);
