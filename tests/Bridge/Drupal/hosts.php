<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// One site whose host gets the bridge and the extension, loses the extension, gets it back, and loses the lines of settings.php while the caches are
// full of lyo. Started by tests/Bridge/run.php.

declare(strict_types=1);

use Lyo\Tests\Bridge\BridgeChecks;
use Lyo\Tests\Bridge\Drupal\RealCore;
use Lyo\Tests\Bridge\Drupal\Site;
use Lyo\Tests\Bridge\Runner;
use Lyo\Tests\Bridge\Servers;
use Lyo\Tests\Bridge\Values;

require __DIR__ . '/../load.php';

$trial = new BridgeChecks('Drupal (' . Site::load() . '), hosts');
if (!extension_loaded('pdo_sqlite')) {
    $trial->say('SKIPPED, there is no pdo_sqlite');
    exit(0);
}
$modules = ['ctype', 'tokenizer', 'mbstring', 'pdo', 'pdo_sqlite'];
$lyo = [...$modules, realpath(getenv('BUILD') ?: 'build') . '/lyo.so'];
$file = Servers::folder('drupal-hosts') . '/site.sqlite';
file_put_contents("$file.values", serialize(Values::all())); // some tell of the modules that are loaded
$values = count(Values::all());
$readable = count(array_filter(Values::all(), static fn(mixed $value): bool => is_scalar($value) || $value === null)); // serialize() text, or no text at all
$collectors = class_exists(RealCore::class, false) ? 1 : 0; // core's State is an item more
/** Step, modules, settings, what it does; how many items it finds exactly and how many rows have the mark then (null: more than none). */
$steps = [
    ['plain', $modules, 'plain', 'write', 0, 0],
    ['the bridge and the extension come', $lyo, 'auto', 'read', $values, 0],
    ['one pass of writes', $lyo, 'auto', 'write', 0, null],
    ['read', $lyo, 'auto', 'read', $values, null],
    ['a plain head beside it', $modules, 'plain', 'read', $readable, 0],
    ['read', $lyo, 'auto', 'read', $values, 0],
    ['one pass of writes', $lyo, 'auto', 'write', 0, null],
    ['the extension is lost', $modules, 'auto', 'read', $values, null],
    ['one pass of writes', $modules, 'auto', 'write', 0, 0],
    ['read', $modules, 'auto', 'read', $values, 0],
    ['the extension is back', $lyo, 'auto', 'read', $values, 0],
    ['one pass of writes', $lyo, 'auto', 'write', 0, null],
    ['the lines are taken out first', $modules, 'plain', 'read', $readable, 0],
    ['read', $modules, 'plain', 'read', $values, 0],
    ['the lines come again', $lyo, 'auto', 'read', $values, 0],
];
$bytes = [];
foreach ($steps as [$step, $modules, $with, $does, $exact, $marked]) {
    $process = proc_open([...Runner::php($modules), __DIR__ . '/host.php', $file, $with, $does], [1 => ['pipe', 'w']], $pipes);
    $output = $process === false ? '' : (string) stream_get_contents($pipes[1]);
    $status = $process === false ? -1 : proc_close($process);
    /** @var array{exact: int, misses: int, wrong: int, stored: int, 'store wrong': int, marked: int, rows: int, bytes: int, errors: list<string>, notes: int, 'is plain': bool}|null $found */
    $found = json_decode($output, true);
    if ($status !== 0 || $found === null) {
        $trial->check(false, "$step: status $status, " . substr($output, 0, 500));
        continue;
    }
    $bytes[] = $found['bytes'];
    $trial->check($found['exact'] === $exact && $found['misses'] === ($does === 'read' ? $values - $exact : 0), "$step: not $exact items are exact");
    $trial->check($found['wrong'] === 0 && $found['store wrong'] === 0 && $found['errors'] === [], "$step: other values, or errors");
    $trial->check($marked === null ? $found['marked'] > 0 : $found['marked'] === $marked, "$step: another number of rows is marked");
    $trial->check($does === 'write' || $found['stored'] === $values + $collectors, "$step: not all values of the key-value store are there");
    $trial->check($found['is plain'] || $with !== 'plain', "$step: a plain head is not plain");
    $trial->say(sprintf('%s, %s: %d exact, %d misses, %d wrong; %d of the key-value store; then %d of %d rows are marked, %d bytes; %s', $step, $does, $found['exact'], $found['misses'], $found['wrong'] + $found['store wrong'], $found['stored'], $found['marked'], $found['rows'], $found['bytes'], $found['errors'] === [] ? "no errors, {$found['notes']} warnings about invalid items" : 'errors: ' . json_encode($found['errors'])));
}
$trial->check(count($bytes) === count($steps) && $bytes[0] === $bytes[8] && $bytes[2] === $bytes[6] && $bytes[2] < 0.8 * $bytes[0], 'the bytes of the same format differ');
exit($trial->end());
