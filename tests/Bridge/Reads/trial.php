<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// What plain frameworks get from stores in which a bridge has written lyo or igbinary, without lyo.unserialize_reads and with it. Each row must be in
// the table of docs/formats.md. Started by tests/Bridge/run.php.

declare(strict_types=1);

use Lyo\Tests\Bridge\BridgeChecks;
use Lyo\Tests\Bridge\Runner;

require __DIR__ . '/../load.php';

$project = (string) getenv('BRIDGE_OF');
$frameworks = match (true) {
    str_starts_with($project, 'laravel') => ['laravel'],
    str_starts_with($project, 'symfony') => ['symfony', 'drupal'],
    default => ['wordpress'],
};
$trial = new BridgeChecks("plain $project, lyo.unserialize_reads");
$modules = ['ctype', 'tokenizer', 'mbstring', 'posix', 'pdo', '?pdo_sqlite', realpath(getenv('BUILD') ?: 'build') . '/lyo.so'];
$document = (string) file_get_contents(dirname(__DIR__, 3) . '/docs/formats.md');
foreach ($frameworks as $framework) {
    if ($framework === 'drupal' && !extension_loaded('pdo_sqlite')) {
        $trial->say('Drupal: SKIPPED, there is no pdo_sqlite');
        continue;
    }
    $rows = [];
    foreach (['', 'lyo igbinary envelopes'] as $reads) {
        $process = proc_open([...Runner::php($modules), '-d', "lyo.unserialize_reads=$reads", __DIR__ . '/head.php', $framework], [1 => ['pipe', 'w']], $pipes);
        $output = $process === false ? '' : (string) stream_get_contents($pipes[1]);
        $status = $process === false ? -1 : proc_close($process);
        /** @var array{values: int, found: array<string, array<string, array<string, int>>>}|null $got */
        $got = json_decode($output, true);
        if ($status !== 0 || $got === null) {
            $trial->check(false, "$framework, \"$reads\": status $status, " . substr($output, 0, 500));
            continue 2;
        }
        $trial->check($got['values'] >= 10, "$framework: fewer values than planned");
        foreach ($got['found'] as $store => $formats) {
            foreach ($formats as $format => $outcomes) {
                $trial->check(!preg_grep('/ANOTHER/', array_keys($outcomes)) && array_sum($outcomes) === $got['values'], "$store, $format: another value: " . json_encode($outcomes));
                $rows["| $store | $format"][] = implode(', ', array_map(static fn(string $outcome, int $count): string => $count === $got['values'] ? $outcome : "$outcome ($count)", array_keys($outcomes), $outcomes));
            }
        }
    }
    foreach ($rows as $row => $outcomes) {
        $line = "$row | " . implode(' | ', $outcomes) . ' |';
        $trial->say($line);
        $trial->check(str_contains($document, "\n$line\n"), "not in docs/formats.md: $line");
    }
    $trial->check(count($rows) >= 4, "$framework: fewer stores than planned");
}
exit($trial->end());
