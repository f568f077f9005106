<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// What a call has to fetch when the processor's caches are cold: cache lines of code, and of data that are read or written. They are
// counted by callgrind, whose caches are emptied before each call that is counted. `make bench-cold ARGS=...`
//
//   bench/cold.php [--filter=REGEX] [--sets=corpus,seeds,samples] [--most=BYTES] [--show] [--write]
//
// --most: only payloads of serialize() up to this size (1000). --show: a line for each value. --write puts the table into docs/lab/lab-book.md.

declare(strict_types=1);

use Lyo\Bench\Generated;
use Lyo\Bench\Source;
use Lyo\Bench\Subject;
use Lyo\Tests\Corpus\Corpus;
use Lyo\Tools\Measure\Codec;

require __DIR__ . '/load.php';
require __DIR__ . '/Generated.php';

const CODECS = ['lyo', 'igbinary'];
const PAGE = __DIR__ . '/../docs/lab/lab-book.md';
// The first cache of code has 16 lines, so that nothing of the call before is in it; what is in no cache is a miss of the last one.
const CACHES = ['--cache-sim=yes', '--I1=1024,1,64', '--D1=32768,8,64', '--LL=262144,8,64'];

/** Counts each codec's calls with one value, if all can store it; callgrind dumps each of them. */
function count_value(string $name, string $text): void
{
    $subject = new Subject($name, $text, array_map(Codec::named(...), CODECS));
    $big = str_repeat('8 bytes.', 131_072); // four times the last cache: who reads it empties the caches
    foreach ($subject->refused === [] ? $subject->codecs() : [] as $codec) {
        $encode = [$codec->encode, [$subject->fresh(), ...$codec->encodeArguments]];
        foreach (['encode' => $encode, 'decode' => [$codec->decode, [$subject->bytes[$codec->name], ...$codec->decodeArguments]]] as $operation => [$function, $arguments]) {
            lyo_bench_time($function, $arguments, 3);
            gc_collect_cycles();
            $walked = crc32($big);
            lyo_bench_count($function, $arguments, "$name|$codec->name|$operation") || throw new RuntimeException('nothing counts: lyo_bench.so must be built where valgrind\'s headers are');
        }
    }
}

/** @return array<string, array<string, array{instructions: int, code: int, read: int, written: int}>> by name of the value, by "codec operation" */
function read_counts(string $files): array
{
    $counts = [];
    foreach (glob("$files*") ?: [] as $file) {
        $text = (string) file_get_contents($file);
        if (preg_match('/^desc: Trigger: Client Request: ([^|]*)\|(.*)\|(.*)$/m', $text, $label) === 1 && preg_match('/^totals: (\d+) \d+ \d+ \d+ \d+ \d+ (\d+) (\d+) (\d+)$/m', $text, $total) === 1) {
            $counts[$label[1]]["$label[2] $label[3]"] = ['instructions' => (int) $total[1], 'code' => (int) $total[2], 'read' => (int) $total[3], 'written' => (int) $total[4]];
        }
    }
    return $counts;
}

$options = getopt('', ['filter:', 'sets:', 'most:', 'show', 'write', 'application:']);
$text = static fn(string $name, string $default): string => is_string($options[$name] ?? null) ? $options[$name] : $default;
[$filter, $most] = [$text('filter', '.'), (int) $text('most', '1000')];
$source = Source::at(Corpus::find()->directory ?? null);
if (isset($options['application'])) {
    error_reporting(E_ALL & ~E_DEPRECATED & ~E_WARNING); // of classes of applications
    foreach ($source->texts($text('application', ''), static fn(string $name): bool => preg_match("~$filter~", $name) === 1) as $name => $native) {
        strlen($native) > $most || count_value($name, $native);
    }
    exit(0);
}

$folder = sys_get_temp_dir() . '/lyo-cold-' . bin2hex(random_bytes(4));
mkdir($folder);
$values = [];
try {
    foreach ($source->applications(explode(',', $text('sets', 'corpus,seeds'))) as $application) {
        $flags = preg_split('/ +/', trim((string) getenv('PHP_FLAGS'))) ?: [];
        $command = ['valgrind', '--tool=callgrind', ...CACHES, '--collect-atstart=no', "--callgrind-out-file=$folder/count.%p", "--log-file=$folder/log", PHP_BINARY, ...$flags, '-d', 'memory_limit=1G', __FILE__, "--application=$application", "--filter=$filter", "--most=$most"];
        exec(implode(' ', array_map(escapeshellarg(...), $command)) . ' 2>&1', $lines, $status);
        $status === 0 || throw new RuntimeException("$application ended with status $status: " . implode("\n", $lines));
        foreach (read_counts("$folder/count.") as $name => $counts) {
            $values[$name] = $counts;
        }
        array_map(unlink(...), glob("$folder/count.*") ?: []);
    }
} finally {
    array_map(unlink(...), glob("$folder/*") ?: []);
    rmdir($folder);
}
$values !== [] || throw new RuntimeException('there is no such value');

$mean = static fn(string $of, string $count): float => array_sum(array_map(static fn(array $value): int => $value[$of][$count], $values)) / count($values);
$table = "| | instructions | lines of code | of data, read | of data, written | lines in all |\n| --- | ---: | ---: | ---: | ---: | ---: |\n";
foreach (['encode', 'decode'] as $operation) {
    foreach (CODECS as $codec) {
        [$ir, $code, $read, $written] = array_map(static fn(string $count): float => $mean("$codec $operation", $count), ['instructions', 'code', 'read', 'written']);
        $table .= sprintf("| %s, %s | %s | %.0f | %.0f | %.0f | %.0f |\n", $operation, $codec, number_format($ir), $code, $read, $written, $code + $read + $written);
    }
}
$table .= sprintf("\nMeans of %d values of up to %s bytes as `serialize()` writes them, PHP %s.\n", count($values), number_format($most), PHP_VERSION);
foreach (isset($options['show']) ? $values : [] as $name => $counts) {
    echo $name, ': ', implode(', ', array_map(static fn(string $of, array $count): string => "$of " . implode(' ', $count), array_keys($counts), $counts)), "\n";
}
echo $table;
if (isset($options['write'])) {
    Generated::write(PAGE, 'cold', $table);
}
