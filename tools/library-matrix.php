<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Writes the values of the corpus with each writer, and reads them with each reader: native, igbinary and lyo, by extension and in PHP.
// If the reader is for another format, the data are first translated without classes. Prints a table for docs/library.md: how many values come back exactly.
//
//   php -n -d extension=build/lyo.so -d extension=igbinary tools/library-matrix.php [CORPUS]

declare(strict_types=1);

use Lyo\ClassPolicy;
use Lyo\Codec\IgbinaryCodec;
use Lyo\Codec\NativeCodec;
use Lyo\Format;
use Lyo\Functions\Lyo;
use Lyo\Tests\Corpus\Corpus;
use Lyo\Translator;

require __DIR__ . '/../vendor/autoload.php';

$corpus = $argv[1] ?? Corpus::place();
if (!is_file("$corpus/classes.php")) {
    fwrite(STDERR, "matrix: no corpus of real values here\n");
    exit(2);
}
foreach (['lyo', 'igbinary'] as $module) {
    if (!extension_loaded($module)) {
        fwrite(STDERR, "matrix: $module.so is not loaded\n");
        exit(2);
    }
}
require "$corpus/classes.php";

/** @var array<string, array{format: string, encode: Closure(mixed): string, decode: Closure(string): mixed}> $codecs */
$codecs = [
    'native' => ['format' => 'native', 'encode' => serialize(...), 'decode' => static fn(string $data): mixed => (new NativeCodec())->decode($data, ClassPolicy::all())],
    'igbinary ext' => ['format' => 'igbinary', 'encode' => (new IgbinaryCodec(true))->encode(...), 'decode' => static fn(string $data): mixed => (new IgbinaryCodec(true))->decode($data, ClassPolicy::all())],
    'igbinary PHP' => ['format' => 'igbinary', 'encode' => (new IgbinaryCodec(false))->encode(...), 'decode' => static fn(string $data): mixed => (new IgbinaryCodec(false))->decode($data, ClassPolicy::all())],
    'lyo ext' => ['format' => 'lyo', 'encode' => lyo_serialize(...), 'decode' => lyo_unserialize(...)],
    'lyo PHP' => ['format' => 'lyo', 'encode' => Lyo::serialize(...), 'decode' => Lyo::unserialize(...)],
];
$formats = ['native' => Format::Native, 'igbinary' => Format::Igbinary2, 'lyo' => Format::Lyo];
$wrong = [];
$log = (string) tempnam(sys_get_temp_dir(), 'lyo');
foreach (array_unique(array_map(dirname(...), glob("$corpus/*/*.ser") ?: [])) as $application) {
    // one process for each application, because two may declare the same class differently
    $child = pcntl_fork();
    if ($child !== 0) {
        pcntl_waitpid($child, $status);
        continue;
    }
    ini_set('serialize_precision', '-1');
    call_user_func('corpus_load_classes', basename($application));
    foreach (glob("$application/*.ser") ?: [] as $file) {
        $value = unserialize((string) file_get_contents($file));
        $text = serialize($value);
        $bytes = [];
        foreach ($codecs as $writer => $codec) {
            $bytes[$writer] = $codec['encode']($value);
            foreach ($codecs as $reader => $other) {
                $data = $other['format'] === $codec['format'] ? $bytes[$writer]
                    : Translator::translate($bytes[$writer], $formats[$other['format']], $formats[$codec['format']], false);
                $good = serialize($other['decode']($data)) === $text;
                file_put_contents($log, "$writer\t$reader\t" . ($good ? 'exact' : $file) . "\n", FILE_APPEND);
            }
        }
        foreach (['igbinary', 'lyo'] as $format) {
            $good = $bytes["$format ext"] === $bytes["$format PHP"];
            file_put_contents($log, "$format\tsame bytes\t" . ($good ? 'exact' : 'other') . "\n", FILE_APPEND);
        }
    }
    exit(0);
}
$counts = [];
foreach (file($log, FILE_IGNORE_NEW_LINES) ?: [] as $line) {
    [$writer, $reader, $result] = explode("\t", $line);
    $counts[$writer][$reader][$result === 'exact' ? 'exact' : 'other'] = ($counts[$writer][$reader][$result === 'exact' ? 'exact' : 'other'] ?? 0) + 1;
    if ($result !== 'exact' && $reader !== 'same bytes') {
        $wrong[] = "$writer -> $reader: $result";
    }
}
unlink($log);
echo '| written by \ read by | ', implode(' | ', array_keys($codecs)), " |\n| --- |", str_repeat(' --- |', count($codecs)), "\n";
foreach ($codecs as $writer => $codec) {
    echo "| $writer |";
    foreach ($codecs as $reader => $other) {
        $count = $counts[$writer][$reader] ?? null;
        echo ' ', $count === null ? '–' : ($count['exact'] ?? 0) . ' of ' . array_sum($count), ' |';
    }
    echo "\n";
}
foreach (['igbinary', 'lyo'] as $format) {
    $count = $counts[$format]['same bytes'] ?? [];
    echo "\n$format: extension and PHP write the same bytes for ", $count['exact'] ?? 0, ' of ', array_sum($count), " values\n";
}
foreach (array_slice($wrong, 0, 20) as $line) {
    fwrite(STDERR, "matrix: $line\n");
}
exit($wrong === [] && array_sum($counts['lyo']['same bytes'] ?? []) >= 347 ? 0 : 1);
