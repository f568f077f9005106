<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Writes the payload of each vector as a file, to start a fuzzer from:  php tests/Fuzz/make-corpus.php build/fuzz-corpus
// The first byte of each file chooses the limits (tests/Fuzz/walk.c).

declare(strict_types=1);

use Lyo\Tests\Wire\Vector;

require __DIR__ . '/../Wire/Vector.php';

$folder = $argv[1] ?? '';
if ($folder === '' || (!is_dir($folder) && !mkdir($folder, 0o777, true))) {
    fwrite(STDERR, "usage: make-corpus.php FOLDER\n");
    exit(2);
}
$count = 0;
foreach (['valid', 'readable', 'invalid'] as $kind) {
    foreach (Vector::all($kind) as $vector) {
        if (strlen($vector->hex) > 20000) {
            continue;
        }
        $bytes = chr($vector->options === [] ? 0 : 5) . $vector->bytes();
        file_put_contents("$folder/" . sha1($bytes), $bytes);
        $count++;
    }
}
echo "corpus: $count payloads\n";
