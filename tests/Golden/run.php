<?php

// SPDX-License-Identifier: BSD-3-Clause
//
//   php -n [-d extension=build/lyo.so] [-d extension=build/igbinary.so] tests/Golden/run.php
//
// Reads all values of all golden files, which have the bytes that earlier versions have written: with the loaded modules as objects of
// their classes, and with the library as text without classes. Each value must be the one that was written.

declare(strict_types=1);

use Lyo\Format;
use Lyo\Tests\Golden\Golden;
use Lyo\Translator;

require __DIR__ . '/load.php';
foreach (Golden::versions() as $version) {
    // Classes of samples that are others today.
    if (is_file(Golden::FOLDER . "/$version/classes.php")) {
        require Golden::FOLDER . "/$version/classes.php";
    }
}
error_reporting(E_ALL & ~E_DEPRECATED); // a class of the vectors implements Serializable, and PHP says so
require __DIR__ . '/../../spec/vectors/classes.php';

const PLANNED_VALUES = 500;

$readers = [
    'lyo' => [
        'library' => static fn(string $bytes): string => Translator::toNative($bytes, Format::Lyo),
        'lyo.so' => extension_loaded('lyo') ? static fn(string $bytes): string => serialize(lyo_unserialize($bytes)) : null,
    ],
    'igbinary' => [
        'library' => static fn(string $bytes): string => Translator::toNative($bytes, Format::Igbinary2),
        'igbinary.so' => extension_loaded('igbinary') ? static fn(string $bytes): string => serialize(igbinary_unserialize($bytes)) : null,
    ],
];

$failed = 0;
$fail = static function (string $what) use (&$failed): void {
    fwrite(STDERR, "golden: $what\n");
    $failed++;
};
$released = Golden::released();
$read = [];
$values = 0;
foreach (Golden::versions() as $version) {
    if (isset($released[$version]) && hash_file('sha256', Golden::file($version)) !== $released[$version]) {
        $fail("the file of $version, which is released, has changed");
    }
    unset($released[$version]);
    foreach (Golden::read($version) as $entry) {
        $values++;
        foreach (array_filter($readers[$entry['format']]) as $reader => $readText) {
            if ($reader === 'library' && !isset($entry['text'])) {
                continue;
            }
            try {
                $text = $readText($entry['bytes']);
                if ($reader === 'library' ? Golden::hasText($entry, $text) : Golden::hasAgain($entry, $text)) {
                    $read[$reader] = ($read[$reader] ?? 0) + 1;
                } else {
                    $fail("$version, $entry[name], $entry[format]: another value for $reader");
                }
            } catch (Throwable $e) {
                $fail("$version, $entry[name], $entry[format]: $reader says " . $e::class . ": {$e->getMessage()}");
            }
        }
    }
}
foreach (array_keys($released) as $version) {
    $fail("there is no file of $version, which is released");
}
if ($values < PLANNED_VALUES) {
    $fail("$values values instead of " . PLANNED_VALUES . ' at least');
}
ksort($read);
$counts = [];
foreach ($read as $reader => $count) {
    $counts[] = "$reader $count";
}
printf("golden: %d versions, %d values, read by %s; %d failed\n", count(Golden::versions()), $values, implode(', ', $counts), $failed);
exit($failed === 0 ? 0 : 1);
