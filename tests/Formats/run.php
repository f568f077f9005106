<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// The option "formats" of lyo_unserialize() against the reader that each format has without it: unserialize(), igbinary_unserialize() and
// lyo_unserialize() without the option. Then the extension against the library. First come values of applications, if there is a corpus. Needs the extensions lyo and igbinary; without zlib, nothing is compressed.
//
//   php tests/Formats/run.php [--values=20000] [--mutations=100000] [--seed=1] [--show=10]
//   php tests/Formats/run.php --value=K | --mutation=K      one case, in detail
//   php tests/Formats/run.php --selftest                    readers with a known fault; each must be detected
//
// Exits 1 on any difference, on any crash that is not PHP's own, and if fewer cases ran than planned.

use Lyo\Tests\Formats\FormatsCommand;

require __DIR__ . '/../../vendor/autoload.php';
require __DIR__ . '/../Differential/load.php';
require __DIR__ . '/../Fuzz/Mutator.php';
require __DIR__ . '/../Corpus/Corpus.php';
foreach (['Verdict', 'Readers', 'Payloads', 'Applications', 'FormatsCommand'] as $class) {
    require __DIR__ . "/$class.php";
}

exit((new FormatsCommand())->main(array_slice($argv, 1)));
