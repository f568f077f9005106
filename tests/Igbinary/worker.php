<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// The process that holds one of the two modules: reads requests from its standard input, each a length (4 bytes) and serialize() text, and
// answers in the same form.

declare(strict_types=1);

use Lyo\Tests\Igbinary\Peer;
use Lyo\Tests\Igbinary\Work;

require __DIR__ . '/load.php';
require __DIR__ . '/vector-classes.php';

$work = new Work();
while (($text = Peer::message(STDIN)) !== null) {
    $answers = [];
    foreach (Peer::requests($text) as $request) {
        $answers[] = $work->answer($request);
    }
    $text = serialize($answers);
    fwrite(STDOUT, pack('N', strlen($text)) . $text);
}
