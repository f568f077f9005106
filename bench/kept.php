<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// What a call takes with lyo.keep_values, counted by callgrind: a hit, the reading that keeps, and payloads that are read too seldom.
// `make bench-kept-calls ARGS=...`
//
//   bench/kept.php [--filter=REGEX] [--sets=corpus,seeds,samples] [--corpus=FOLDER]... [--only=calls|misses] [--write]
//
// --write puts the tables into docs/lab/kept-values.md.

declare(strict_types=1);

use Lyo\Bench\Counting;
use Lyo\Bench\Kept\Calls;
use Lyo\Bench\Kept\Misses;
use Lyo\Bench\Kept\Tables;
use Lyo\Bench\Source;
use Lyo\Tests\Corpus\Corpus;

require __DIR__ . '/load.php';
require __DIR__ . '/Generated.php';
array_map(static fn(string $class) => require __DIR__ . "/Kept/$class.php", ['Calls', 'Misses', 'Tables']);

const LIMIT = '256M'; // so that nothing is refused for want of room

/**
 * Runs this script again below callgrind.
 *
 * @param list<string> $arguments
 * @return list<array<array-key, mixed>> the lines that it prints
 */
function below(string $folder, string $limit, array $arguments): array
{
    $flags = preg_split('/ +/', trim((string) getenv('PHP_FLAGS'))) ?: [];
    $command = ['valgrind', '--tool=callgrind', '--collect-atstart=no', "--callgrind-out-file=$folder/count.%p", "--log-file=$folder/log", PHP_BINARY, ...$flags, '-d', "lyo.keep_values=$limit", '-d', 'memory_limit=4G', __FILE__, ...$arguments];
    exec('GLIBC_TUNABLES=glibc.cpu.x86_rep_movsb_threshold=0x7fffffff:glibc.cpu.x86_rep_stosb_threshold=0x7fffffff ' . implode(' ', array_map(escapeshellarg(...), $command)), $lines, $status);
    $status === 0 || throw new RuntimeException(implode(' ', $arguments) . " ended with status $status: " . implode("\n", $lines));
    return array_map(static fn(string $line): array => (array) json_decode($line, true, 8, JSON_THROW_ON_ERROR), $lines);
}

$options = getopt('', ['filter:', 'sets:', 'corpus:', 'only:', 'write', 'calls:', 'keeps', 'misses:', 'label:']);
$text = static fn(string $name, string $default): string => is_string($options[$name] ?? null) ? $options[$name] : $default;
$filter = $text('filter', '.');
if (isset($options['calls'])) {
    error_reporting(E_ALL & ~E_DEPRECATED & ~E_WARNING); // of classes of applications
    ini_set('display_errors', 'stderr');
    (new Calls(Source::at($text('corpus', '') ?: null), $text('calls', ''), $filter))->run(isset($options['keeps']));
    exit(0);
}
if (isset($options['misses'])) {
    Misses::count($text('misses', ''), $text('label', ''));
    exit(0);
}

$folder = sys_get_temp_dir() . '/lyo-kept-' . bin2hex(random_bytes(4));
mkdir($folder);
$tables = new Tables();
try {
    if ($text('only', 'calls') === 'calls') {
        $corpora = is_string($options['corpus'] ?? null) ? [$options['corpus']] : (is_array($options['corpus'] ?? null) ? array_filter($options['corpus'], is_string(...)) : [Corpus::find()->directory ?? '']);
        foreach ($corpora as $corpus) {
            foreach (Source::at($corpus === '' ? null : $corpus)->applications(explode(',', $text('sets', 'corpus,seeds'))) as $application) {
                $arguments = ["--calls=$application", "--filter=$filter", "--corpus=$corpus"];
                $tables->add("$corpus/$application", below($folder, '0', $arguments), below($folder, LIMIT, [...$arguments, '--keeps']), Counting::read("$folder/count."));
                array_map(unlink(...), glob("$folder/count.*") ?: []);
            }
        }
        $tables->printCalls(isset($options['write']));
    }
    if ($text('only', 'misses') === 'misses') {
        $rows = [];
        foreach (Misses::CASES as $case => [$limit, $goal]) {
            below($folder, '0', ["--misses=$case", '--label=off']);
            below($folder, $limit, ["--misses=$case", '--label=on']);
            $counts = Counting::read("$folder/count.");
            array_map(unlink(...), glob("$folder/count.*") ?: []);
            $off = $counts[$case === array_key_last(Misses::CASES) ? 'on' : 'off'];
            $rows[$case] = [$counts['on']["$case "]['total'], $off[$case === array_key_last(Misses::CASES) ? 'others ' : "$case "]['total'], $goal, $limit];
        }
        $tables->printMisses($rows, isset($options['write']));
    }
} finally {
    array_map(unlink(...), glob("$folder/*") ?: []);
    rmdir($folder);
}
