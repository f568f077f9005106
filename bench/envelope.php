<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Measures what compression gains. Each value of the corpora is written as serialize() text, igbinary and lyo: uncompressed, and with
// the same compressors. The tables have bytes, time to write and time to read, for all values and by size of the serialize() text.
// Two more tables: what different values of min_size cost, and dictionaries.
//
//   php bench/envelope.php [--rounds=5] [--corpus=build/corpus]... [--only=sizes|thresholds|dictionaries|database] [--write]
//
// Compressed lyo always has a checksum. Bytes do not depend on the machine. All forms take turns in each round; a time is the sum,
// over all values, of the median of the rounds. To compress serialize() text and igbinary with zstd, PHP's extension zstd is needed.
// Without it tests/Envelope/zstd.php does the same by FFI, and there are no times. --write puts the tables into docs/envelope.md.

declare(strict_types=1);

use Lyo\Bench\Envelope\Dictionaries;
use Lyo\Bench\Envelope\Form;
use Lyo\Bench\Envelope\Forms;
use Lyo\Bench\Envelope\Sums;
use Lyo\Bench\Envelope\Table;
use Lyo\Bench\Envelope\Values;
use Lyo\Tests\Corpus\Corpus;
use Lyo\Tools\Train\Training;
use Random\Engine\Mt19937;
use Random\Randomizer;

require __DIR__ . '/../tests/Corpus/Corpus.php';
require __DIR__ . '/../vendor/autoload.php';
require __DIR__ . '/../tests/Envelope/zstd.php';
foreach (['Dictionaries', 'Form', 'Forms', 'Sums', 'Table', 'Values'] as $class) {
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

    return wordwrap("Size with zlib 1, relative to serialize() without compression (mean over the values): lyo {$part('zlib 1', 'lyo')}, igbinary {$part('zlib 1', 'igbinary')}. "
        . "Reading lyo with zstd 1 is faster than reading igbinary with zlib 1, by these factors: all {$faster('all')}, "
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

/** A whole cache, if the corpus has one: half of its values train, the others are measured, as lyo train does it. */
function database(string $place): string
{
    $file = "$place/databases/drupal-cache-rows.sqlite.gz";
    if (!is_file($file) || !extension_loaded('pdo_sqlite')) {
        return '';
    }
    $unpacked = (string) tempnam(sys_get_temp_dir(), 'lyo');
    copy("compress.zlib://$file", $unpacked);
    $texts = [];
    foreach ((new PDO("sqlite:$unpacked"))->query('SELECT data, serialized FROM rows ORDER BY bin, cid') ?: [] as $row) {
        if (is_array($row) && is_string($row['data'])) {
            $texts[] = $row['serialized'] ? $row['data'] : serialize($row['data']);
        }
    }
    unlink($unpacked);
    $training = Training::of((new Randomizer(new Mt19937(1)))->shuffleArray($texts), 16384) ?? throw new RuntimeException("$file has too few values");
    ['igbinary' => $igbinary, 'lyo' => $lyo, 'lyo, zstd' => $zstd, 'lyo, zstd with a dictionary' => $with] = $training->bytes;

    return wordwrap(sprintf(
        'The cache of a Drupal site: %s values of at most 16 kB trained a dictionary for %s others. igbinary takes %s bytes for these, lyo %s, with zstd %s, and with the dictionary %s: %.2f times fewer than igbinary.',
        ...[...array_map(number_format(...), [$training->trained, $training->measured, $igbinary, $lyo, $zstd, $with]), $igbinary / $with],
    ), 118) . "\n";
}

$given = getopt('', ['rounds:', 'corpus:', 'only:', 'write']);
if (!extension_loaded('igbinary') || !function_exists('zstd_compress')) {
    exit("bench-envelope SKIPPED: it needs igbinary, and the extension zstd or ffi\n");
}
ini_set('unserialize_callback_func', '');
$rounds = is_string($given['rounds'] ?? null) ? max(1, (int) $given['rounds']) : 5;
$places = is_array($given['corpus'] ?? null) ? array_filter($given['corpus'], is_string(...)) : (is_string($given['corpus'] ?? null) ? [$given['corpus']] : [Corpus::place()]);
$parts = is_string($given['only'] ?? null) ? explode(',', $given['only']) : ['sizes', 'thresholds', 'dictionaries', 'database'];
$short = isset($given['write']);
$page = '';
foreach ($places as $place) {
    $values = new Values(Corpus::at($place));
    $page .= '### ' . Table::place($place) . "\n\n";
    foreach (['sizes' => static fn(Values $values, int $rounds): string => sizes($values, $rounds, $short), 'thresholds' => thresholds(...), 'dictionaries' => static fn(Values $values, int $rounds): string => (new Dictionaries($values, $rounds))->text(), 'database' => static fn(): string => database($place)] as $part => $measure) {
        $text = in_array($part, $parts, true) ? $measure($values, $rounds) : '';
        $page .= $text === '' ? '' : "$text\n";
    }
    fprintf(STDERR, "envelope: %s, %d values left out\n", $place, $values->left);
}
$versions = 'PHP ' . PHP_VERSION . ', lyo ' . phpversion('lyo') . ', igbinary ' . phpversion('igbinary');
if ($short) {
    Table::write($versions, $page);
} else {
    echo "$versions\n\n$page";
}
