<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// What the library makes of data, for the tests of clients/js:
//
//   php -n -d extension=ctype -d extension=tokenizer tests/Clients/answers.php seeds     prints lines: the format, and a value in hex
//   php -n -d extension=ctype -d extension=tokenizer tests/Clients/answers.php           reads such lines with limits, and prints for each its text of
//                                                                                        serialize() in hex, or what is wrong and where

declare(strict_types=1);

use Lyo\Exception\InexactException;
use Lyo\Exception\LimitException;
use Lyo\Exception\LyoException;
use Lyo\Exception\TruncatedException;
use Lyo\Exception\UnsupportedVersionException;
use Lyo\Igbinary\Reader as IgbinaryReader;
use Lyo\Igbinary\Writer as IgbinaryWriter;
use Lyo\Native\Reader as NativeReader;
use Lyo\Native\Writer as NativeWriter;
use Lyo\Tests\Differential\Generator\Families;
use Lyo\Tests\Differential\Generator\TrialMaker;

require __DIR__ . '/../Differential/load.php';
require __DIR__ . '/../../vendor/autoload.php';

const SEEDS_PER_FAMILY = 40;
const LARGEST = 900;

error_reporting(0); // messages of classes about unusual data
ini_set('memory_limit', '1G');

$answer = static function (string $format, string $bytes, int $maxDepth, int $maxElements): string {
    try {
        if ($format === 'igbinary') {
            return 'ok ' . bin2hex(IgbinaryReader::toNative($bytes, $maxDepth, $maxElements));
        }
        $writer = new NativeWriter();
        NativeReader::read($bytes, $writer, $maxDepth);
        return 'ok ' . bin2hex($writer->text());
    } catch (LyoException $e) {
        $fault = match (true) {
            $e instanceof TruncatedException => 'truncated',
            $e instanceof UnsupportedVersionException => 'version',
            $e instanceof LimitException => 'limit',
            $e instanceof InexactException => 'inexact',
            default => 'corrupt',
        };
        return "$fault {$e->getOffset()}";
    }
};

if (($argv[1] ?? '') === 'seeds') {
    $seen = [];
    foreach (array_keys(Families::weights()) as $family) {
        $maker = new TrialMaker(49, 25, $family);
        for ($i = $taken = 0; $taken < SEEDS_PER_FAMILY && $i < 20 * SEEDS_PER_FAMILY; $i++) {
            try {
                $text = serialize($maker->make($i, 'N0000000')->value);
            } catch (Throwable) {
                continue; // some values refuse, some hooks throw
            }
            if (strlen($text) > LARGEST || isset($seen[$text])) {
                continue;
            }
            $seen[$text] = true;
            $taken++;
            fwrite(STDOUT, 'native ' . bin2hex($text) . "\n"); // hooks may have begun a buffer of output
            try {
                fwrite(STDOUT, 'igbinary ' . bin2hex(IgbinaryWriter::fromNative($text)) . "\n");
            } catch (LyoException) { // igbinary cannot hold it
            }
        }
    }
    exit(0);
}

while (($line = fgets(STDIN)) !== false) {
    [$format, $maxDepth, $maxElements, $hex] = explode(' ', rtrim($line, "\n"));
    echo $answer($format, (string) hex2bin($hex), (int) $maxDepth, (int) $maxElements), "\n";
}
