<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// What compression gains: every value of corpora as serialize() text, igbinary and lyo, plain and with the same compressors.
// Bytes, and time to write and to read, in all and by size of the serialize() text; what a least size costs; dictionaries.
//
//   php bench/envelope.php [--rounds=5] [--corpus=build/corpus]... [--only=sizes|thresholds|dictionaries] [--write]
//
// Every form of lyo that is compressed has a checksum. Bytes do not depend on the machine. A time is the sum of medians: of
// each value, of rounds in which all forms take their turns. zstd of serialize() and igbinary takes the extension zstd; where a
// stand-in by FFI takes its place (tests/Envelope/zstd.php), these have no times. --write puts the tables into docs/envelope.md.

declare(strict_types=1);

use Lyo\Bench\Envelope\Form;
use Lyo\Bench\Envelope\Forms;
use Lyo\Bench\Envelope\Sums;
use Lyo\Bench\Envelope\Table;
use Lyo\Bench\Envelope\Values;
use Lyo\Tests\Corpus\Corpus;

require __DIR__ . '/../tests/Corpus/Corpus.php';
require __DIR__ . '/../vendor/autoload.php';
require __DIR__ . '/../tests/Envelope/zstd.php';
foreach (['Form', 'Forms', 'Sums', 'Table', 'Values'] as $class) {
    require_once __DIR__ . "/Envelope/$class.php";
}

const SMALL = 2048;
const THRESHOLDS = [0, 64, 128, 192, 256, 512, 1024];

/** Bytes and times of all values, by size and by kind. */
function sizes(Values $values, int $rounds, bool $short): string
{
    $sums = new Sums(Forms::all(Lyo\Envelope\Options::MIN_SIZE), $rounds);
    foreach ($values->all() as [$value, $native]) {
        $sums->add($value, $native, [Sums::classOf($native), 'all', Values::isText($value, $native) ? 'mostly text' : 'structures']);
    }
    ($sums->values['all'] ?? 0) > 100 || throw new RuntimeException('fewer than 100 values were measured');
    $classes = array_values(array_filter([...array_keys(Sums::SIZES), 'mostly text', 'structures'], static fn(string $class): bool => isset($sums->values[$class])));
    if ($short) {
        return Table::ofClass($sums, 'all') . "\n" . Table::ofClasses($sums, $classes) . "\n" . goals($sums);
    }

    return implode("\n", array_map(static fn(string $class): string => Table::ofClass($sums, $class), ['all', ...$classes])) . "\n" . goals($sums);
}

/** A paragraph. */
function goals(Sums $sums): string
{
    $all = $sums->sums['all'];
    $part = static fn(string $compressor, string $codec): string => sprintf('%.3f (%.3f)', $all[$compressor][$codec][0] / $all['none']['serialize()'][0], $sums->parts['all'][$compressor][$codec] / $sums->values['all']);
    $faster = static fn(string $class): string => isset($sums->sums[$class]) ? sprintf('%.1f', $sums->sums[$class]['zlib 1']['igbinary'][2] / $sums->sums[$class]['zstd 1']['lyo'][2]) : '-';

    return wordwrap("With zlib 1, as a part of plain serialize() (mean of the parts of all values): lyo {$part('zlib 1', 'lyo')}, igbinary {$part('zlib 1', 'igbinary')}. "
        . "lyo with zstd 1 is read so many times as fast as igbinary with zlib 1: {$faster('all')}; "
        . implode(', ', array_map(static fn(string $class): string => "$class {$faster($class)}", array_keys(Sums::SIZES))) . '.', 118) . "\n";
}

/** What a least size costs for small values. */
function thresholds(Values $values, int $rounds): string
{
    $forms = [];
    foreach (['zlib', 'zstd'] as $algorithm) {
        foreach (THRESHOLDS as $minSize) {
            $form = Forms::lyo($algorithm, 1, $minSize);
            $forms[] = new Form('lyo', "$algorithm 1, $minSize", $form->encode(...), static fn(string $data): mixed => lyo_unserialize($data));
        }
    }
    $sums = new Sums($forms, $rounds);
    foreach ($values->all() as [$value, $native]) {
        if ($native < SMALL) {
            $sums->add($value, $native, ['small']);
        }
    }
    $rows = [];
    foreach ($sums->sums['small'] as $name => ['lyo' => [$bytes, $encode, $decode]]) {
        $rows[] = [$name, number_format($bytes), sprintf('%.1f', $encode / 1e3 / $sums->values['small']), sprintf('%.1f', $decode / 1e3 / $sums->values['small'])];
    }

    return Table::markdown(["{$sums->values['small']} values below 2 kB, min_size", 'bytes', 'write, µs each', 'read, µs each'], $rows);
}

/** Small values: every second one trains, the others are measured. */
function dictionaries(Values $values, int $rounds): string
{
    $small = [];
    foreach ($values->all() as [$value, $native]) {
        if ($native < SMALL) {
            $small[] = [$value, $native];
        }
    }
    $plain = array_filter(Forms::all(0), static fn(Form $form): bool => $form->compressor === 'none');
    $dictionaries = [];
    foreach ($plain as $form) {
        $samples = [];
        foreach ($small as $i => [$value]) {
            if ($i % 2 === 0) {
                $samples[] = $form->encode($value);
            }
        }
        $dictionaries[$form->codec] = lyo_train_dictionary($samples);
    }
    $forms = array_filter(Forms::all(0), static fn(Form $form): bool => in_array($form->compressor, ['none', 'zlib 1', 'zstd 1'], true));
    $sums = new Sums([...array_values($forms), ...Forms::withDictionary($dictionaries, 0)], $rounds);
    foreach ($small as $i => [$value, $native]) {
        if ($i % 2 === 1) {
            $sums->add($value, $native, ['below 2 kB']);
        }
    }
    $sum = $sums->sums['below 2 kB'];

    return Table::ofClass($sums, 'below 2 kB') . "\n" . sprintf(
        "With a dictionary lyo is %.2f times smaller than plain igbinary, and %.2f times smaller than igbinary with zlib 1.\n",
        $sum['none']['igbinary'][0] / $sum[Forms::DICTIONARY]['lyo'][0],
        $sum['zlib 1']['igbinary'][0] / $sum[Forms::DICTIONARY]['lyo'][0],
    );
}

$given = getopt('', ['rounds:', 'corpus:', 'only:', 'write']);
if (!extension_loaded('igbinary') || !function_exists('zstd_compress')) {
    exit("bench-envelope SKIPPED: it needs igbinary, and the extension zstd or ffi\n");
}
ini_set('unserialize_callback_func', '');
$rounds = is_string($given['rounds'] ?? null) ? max(1, (int) $given['rounds']) : 5;
$places = is_array($given['corpus'] ?? null) ? array_filter($given['corpus'], is_string(...)) : (is_string($given['corpus'] ?? null) ? [$given['corpus']] : [Corpus::place()]);
$parts = is_string($given['only'] ?? null) ? explode(',', $given['only']) : ['sizes', 'thresholds', 'dictionaries'];
$short = isset($given['write']);
$page = '';
foreach ($places as $place) {
    $values = new Values(Corpus::at($place));
    $page .= '### ' . Table::place($place) . "\n\n";
    foreach (['sizes' => static fn(Values $values, int $rounds): string => sizes($values, $rounds, $short), 'thresholds' => thresholds(...), 'dictionaries' => dictionaries(...)] as $part => $measure) {
        $page .= in_array($part, $parts, true) ? $measure($values, $rounds) . "\n" : '';
    }
    fprintf(STDERR, "envelope: %s, %d values left out\n", $place, $values->left);
}
$versions = 'PHP ' . PHP_VERSION . ', lyo ' . phpversion('lyo') . ', igbinary ' . phpversion('igbinary');
if ($short) {
    Table::write($versions, $page);
} else {
    echo "$versions\n\n$page";
}
