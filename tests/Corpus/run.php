<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// The corpus test: encodes and decodes values of real applications, and truncates payloads at every byte.
//
//   php tests/Corpus/run.php [--sizes] [--cut=100] [--hooked=100]
//
// --sizes compares with igbinary, if that is loaded. --cut and --hooked: how many payloads are cut. Exits 1 on any fault,
// and if it did not test all values of the manifest, or fewer payloads than planned.

use Lyo\Tests\Corpus\CorpusCommand;

require __DIR__ . '/../Differential/load.php';
require __DIR__ . '/Corpus.php';
require __DIR__ . '/RoundTrip.php';
require __DIR__ . '/Truncation.php';
require __DIR__ . '/CorpusCommand.php';

exit((new CorpusCommand())->main(array_slice($argv, 1)));
