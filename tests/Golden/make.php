<?php

// SPDX-License-Identifier: BSD-3-Clause
//
//   php -n -d extension=build/lyo.so -d extension=build/igbinary.so tests/Golden/make.php
//
// Writes the golden file of this version (make golden): the bytes that lyo.so and igbinary.so make of the value of each valid vector and of
// each sample. A released version keeps its file. Nothing is written when a value does not come back from lyo as it was.

declare(strict_types=1);

use Lyo\Exception\LyoException;
use Lyo\Format;
use Lyo\Samples\Samples;
use Lyo\Tests\Golden\Golden;
use Lyo\Tests\Wire\Vector;
use Lyo\Translator;

require __DIR__ . '/load.php';

foreach (['lyo', 'igbinary', 'pdo_sqlite', 'tokenizer'] as $module) {
    if (!extension_loaded($module)) {
        fwrite(STDERR, "golden: needs the extension $module\n");
        exit(2);
    }
}
$version = (string) phpversion('lyo');
error_reporting(E_ALL & ~E_DEPRECATED); // a class of the vectors implements Serializable, and PHP says so
require __DIR__ . '/../../spec/vectors/classes.php';
if (isset(Golden::released()[$version])) {
    fwrite(STDERR, "golden: $version is released; its file stays as it is\n");
    exit(1);
}

$values = (static function (): iterable {
    foreach (Vector::all('valid') as $vector) {
        yield "vector: $vector->name" => $vector->value(...);
    }
    foreach (Samples::names() as $name) {
        yield "sample: $name" => static fn(): mixed => Samples::get($name);
    }
})();

$entries = [];
$names = 0;
$others = 0;
$size = ['lyo' => 0, 'igbinary' => 0];
foreach ($values as $name => $value) {
    $names++;
    $native = serialize($value());
    foreach (['lyo' => lyo_serialize($value()), 'igbinary' => igbinary_serialize($value())] as $format => $bytes) {
        $bytes = (string) $bytes;
        try {
            $text = Translator::toNative($bytes, $format === 'lyo' ? Format::Lyo : Format::Igbinary2);
        } catch (LyoException) {
            $text = null;
        }
        $again = serialize($format === 'lyo' ? lyo_unserialize($bytes) : igbinary_unserialize($bytes));
        if ($text !== $native || $again !== serialize(unserialize($native))) {
            if ($format === 'lyo') {
                fwrite(STDERR, "golden: $name does not come back; nothing is written\n");
                exit(1);
            }
            // igbinary's format cannot say everything: what it says is kept.
            echo "golden: $name is another value in igbinary's format\n";
            $others++;
        }
        $entries[] = Golden::entry($name, $format, $bytes, $text, $again);
        $size[$format] += strlen($bytes);
    }
}
Golden::write($version, $entries);
printf(
    "golden: %s, %d values in 2 formats, lyo %s bytes, igbinary %s bytes, file %s bytes, %d others in igbinary\n",
    $version,
    $names,
    number_format($size['lyo']),
    number_format($size['igbinary']),
    number_format((int) filesize(Golden::file($version))),
    $others,
);
