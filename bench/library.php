<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Measures the library in PHP over the corpus, in multiples of serialize() and unserialize(): geometric means. `make bench-library ARGS=...`
//
//   bench/library.php [--rounds=11] [--filter=REGEX] [--verbose]        CPU time in one process, interleaved rounds, medians
//   bench/library.php --instructions                                    counted by callgrind, which knows no JIT

declare(strict_types=1);

use Lyo\Bench\Counting;
use Lyo\Functions\Lyo;
use Lyo\Tests\Corpus\Corpus;

require __DIR__ . '/../vendor/autoload.php';

const OPERATIONS = ['encode' => ['Lyo\Functions\Lyo::serialize', 'serialize'], 'decode' => ['Lyo\Functions\Lyo::unserialize', 'unserialize']];

/** Multiples of the CPU time of the native function: medians of interleaved rounds. */
function timed(string $operation, string $bytes, string $text, int $rounds): float
{
    $arguments = $operation === 'encode' ? [[unserialize($text)], [unserialize($text)]] : [[$bytes], [$text]];
    $times = [1, 1];
    foreach (OPERATIONS[$operation] as $i => $function) {
        while (lyo_bench_time($function, $arguments[$i], $times[$i]) < 500_000) {
            $times[$i] *= 2;
        }
    }
    $ratios = [];
    for ($round = 0; $round < $rounds; $round++) {
        [$library, $native] = array_map(static fn(int $i): float => lyo_bench_time(OPERATIONS[$operation][$i], $arguments[$i], $times[$i]) / $times[$i], [0, 1]);
        $ratios[] = $library / max(1.0, $native);
    }
    sort($ratios);
    return $ratios[intdiv($rounds, 2)];
}

/** Each call is dumped by callgrind; the parent reads that. */
function counted(string $name, string $operation, string $bytes, string $text): void
{
    foreach (OPERATIONS[$operation] as $codec => $function) {
        $arguments = [$operation === 'encode' ? unserialize($text) : ($codec === 0 ? $bytes : $text)];
        lyo_bench_time($function, $arguments, 3);
        gc_collect_cycles();
        lyo_bench_count($function, $arguments, "$name|$codec|$operation") || throw new RuntimeException('nothing counts: lyo_bench.so must be built where valgrind\'s headers are');
    }
}

/** The values of an application, in their own process, because two applications may declare the same class differently. */
function work(Corpus $corpus, string $application, string $filter, int $rounds): void
{
    $corpus->load();
    $corpus->loadClasses($application);
    foreach ($corpus->files()[$application] as $file) {
        if (preg_match("~$filter~", $file) !== 1) {
            continue;
        }
        $text = serialize(unserialize($corpus->text($file)));
        $bytes = Lyo::serialize(unserialize($text));
        $line = [preg_match('/(?:^|[;{}])[ORCE]:\d/', $text) === 1 ? 'objects' : 'plain', $file];
        foreach (array_keys(OPERATIONS) as $operation) {
            if ($rounds > 0) {
                $line[] = timed($operation, $bytes, $text, $rounds);
            } else {
                counted($file, $operation, $bytes, $text);
            }
        }
        echo implode("\t", $line), "\n";
    }
}

$options = getopt('', ['rounds:', 'filter:', 'verbose', 'instructions', 'work:']);
$text = static fn(string $name, string $default): string => is_string($options[$name] ?? null) ? $options[$name] : $default;
$rounds = isset($options['instructions']) ? 0 : (int) $text('rounds', '11');
$filter = $text('filter', '.');
$corpus = Corpus::find() ?? throw new RuntimeException('there is no corpus (make corpus-public)');
if (isset($options['work'])) {
    ini_set('display_errors', 'stderr'); // messages about the classes of applications are not part of the result
    work($corpus, $text('work', ''), $filter, $rounds);
    exit(0);
}
$folder = sys_get_temp_dir() . '/lyo-library-' . bin2hex(random_bytes(4));
mkdir($folder);
$callgrind = ['valgrind', '--tool=callgrind', '--collect-atstart=no', "--callgrind-out-file=$folder/count.%p", "--log-file=$folder/log"];
$lines = [];
foreach (array_keys($corpus->files()) as $application) {
    $flags = preg_split('/ +/', trim((string) getenv('PHP_FLAGS'))) ?: [];
    $command = [...($rounds === 0 ? $callgrind : []), PHP_BINARY, ...$flags, __FILE__, "--work=$application", "--filter=$filter", ...($rounds === 0 ? ['--instructions'] : ["--rounds=$rounds"])];
    exec(implode(' ', array_map(escapeshellarg(...), $command)), $lines, $status);
    if ($status !== 0) {
        throw new RuntimeException("the worker for $application ended with status $status");
    }
}
$counts = Counting::read("$folder/count.");
array_map(unlink(...), glob("$folder/*") ?: []);
rmdir($folder);
$means = [];
foreach ($lines as $line) {
    [$group, $file, $ratios] = explode("\t", $line, 3) + ['', '', ''];
    foreach (array_keys(OPERATIONS) as $i => $operation) {
        $ratio = $rounds > 0 ? (float) explode("\t", $ratios)[$i] : $counts[$file]["0 $operation"]['total'] / $counts[$file]["1 $operation"]['total'];
        $means[$group][$operation][] = log($ratio);
        isset($options['verbose']) && printf("%-60s %-8s %s %8.2f\n", $file, $group, $operation, $ratio);
    }
}
foreach ($means as $group => $operations) {
    printf("%-8s %4d values", $group, count($operations['encode']));
    foreach ($operations as $operation => $ratios) {
        printf("  %s %6.2f", $operation, exp(array_sum($ratios) / count($ratios)));
    }
    echo "\n";
}
