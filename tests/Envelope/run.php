<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Tests damaged, forged and hostile envelopes, with the extension and with the library:
//
//   php tests/Envelope/run.php [--bursts=200000] [--mutations=200000] [--seed=1] [--short]
//
// Flips: each bit of each envelope of all vectors and of 100 values of a corpus, one at a time. Bursts: changes of up to 32 successive bits. Mutations:
// changed envelopes, half of which get the right checksum or signature again. Extension and library must agree, and must accept only
// signed data. Order: at least 300,000 damaged frames of zstd without the other checks. Bombs: data that claim or unpack to more than the
// limit. Worst: the contents that take most memory, in envelopes of 164 bytes, 1 kB and 100 kB, with default options; LYO_SO names the
// module. Exits 1 on any fault, and if fewer cases ran than planned.
// --short is for sanitizers: it uses no corpus, and tests flips only with the extension.

use Lyo\Tests\Envelope\Bombs;
use Lyo\Tests\Envelope\Damage;
use Lyo\Tests\Envelope\Exchange;
use Lyo\Tests\Envelope\Mutations;
use Lyo\Tests\Envelope\Order;
use Lyo\Tests\Envelope\Worst;
use Lyo\Tests\Fixtures\Compressors;
use Lyo\Tests\Support\Arguments;

require __DIR__ . '/../Differential/load.php';
require __DIR__ . '/../Fuzz/Mutator.php';
require __DIR__ . '/../Fuzz/Seeds.php';
require __DIR__ . '/../Corpus/Corpus.php';
require __DIR__ . '/../Wire/Vector.php';
require __DIR__ . '/../../vendor/autoload.php';
require __DIR__ . '/zstd.php';
foreach (['Subjects', 'Damage', 'Mutations', 'Exchange', 'Order', 'Bombs', 'Worst'] as $class) {
    require_once __DIR__ . "/$class.php";
}

if (!extension_loaded('lyo')) {
    fwrite(STDERR, "envelope: lyo.so is not loaded\n");
    exit(2);
}
if (($missing = Compressors::missing('zlib')) !== null) {
    echo "envelope: SKIPPED, $missing\n";
    exit(0);
}
$given = Arguments::parse(array_slice($argv, 1), ['bursts', 'mutations', 'seed', 'short']);
$seed = $given->int('seed', 1);
error_reporting(E_ERROR | E_CORE_ERROR); // messages of classes and of PHP about unusual data
ini_set('zend.exception_ignore_args', '1');
$good = (new Damage($seed, $given->has('short')))->run($given->int('bursts', 200_000));
$good = (new Mutations($seed))->run($given->int('mutations', 200_000)) && $good;
$good = (new Exchange())->run() && $good;
$good = (new Order($seed))->run($given->has('short') ? $given->int('mutations', 200_000) : max(300_000, $given->int('mutations', 200_000))) && $good;
$good = (new Bombs())->run() && $good;
if (!$given->has('short')) {
    $good = (new Worst())->run() && $good;
}
exit($good ? 0 : 1);
