<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// The library in PHP against the extension, byte by byte:
//
//   php -n -d extension=build/lyo.so -d extension=ctype -d extension=tokenizer tests/Library/compare.php [--values=100000] [--payloads=200000] [--messages=20000]
//       [--seed=7] [--batch=FILE]
//
// --batch writes the payloads to a file, so that LYO_BATCH=FILE make test-js compares clients/js with lyo-dump on the same ones. --messages compares the reader
// of igbinary with build/igbinary.so, if that is loaded.

declare(strict_types=1);

use Lyo\Exception\LyoException;
use Lyo\Format;
use Lyo\Tests\Fixtures\Compressors;
use Lyo\Tests\Fuzz\Mutator;
use Lyo\Tests\Fuzz\Seeds;
use Lyo\Tests\Library\Comparison;
use Lyo\Tests\Support\Arguments;
use Lyo\Translator;

require __DIR__ . '/../Differential/load.php';
require __DIR__ . '/../Fuzz/Mutator.php';
require __DIR__ . '/../Fuzz/Seeds.php';
require __DIR__ . '/../../vendor/autoload.php';

if (!extension_loaded('lyo')) {
    fwrite(STDERR, "compare: lyo.so is not loaded\n");
    exit(2);
}
$given = Arguments::parse(array_slice($argv, 1), ['values', 'payloads', 'messages', 'seed', 'batch']);
error_reporting(0); // messages of classes and of PHP about unusual data
ini_set('zend.exception_ignore_args', '1');
foreach (['zlib', 'zstd'] as $compression) {
    if (($missing = Compressors::missing($compression)) !== null) {
        echo "compare: payloads that are compressed by $compression are SKIPPED, $missing\n";
    }
}
$comparison = new Comparison();
$comparison->values($given->int('values', 100_000), $given->int('seed', 7));
$seeds = Seeds::all();
if ($seeds === []) {
    fwrite(STDERR, "compare: no seeds\n");
    exit(2);
}
$batch = $given->has('batch') ? fopen($given->string('batch', ''), 'wb') : null;
if ($batch === false) {
    exit(2);
}
$comparison->payloads(new Mutator($seeds, $given->int('seed', 7)), $given->int('payloads', 200_000), $batch);
if (extension_loaded('igbinary')) {
    $messages = [];
    foreach ($seeds as $seed) {
        try {
            $messages[] = Translator::translate($seed, Format::Igbinary2, Format::Lyo);
        } catch (LyoException) { // no value, or one that igbinary cannot hold
        }
    }
    $messages !== [] || exit(2);
    $comparison->messages(new Mutator($messages, $given->int('seed', 7)), $given->int('messages', 20_000));
}
exit($comparison->report() ? 0 : 1);
