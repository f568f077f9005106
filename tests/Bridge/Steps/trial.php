<?php

// SPDX-License-Identifier: BSD-3-Clause
//
//   php tests/Bridge/Steps/trial.php FRAMEWORK
//
// One application through everything that may happen to it: the package and the extension come, beside a plain server; the extension is lost and comes
// back; the settings are taken out first, or the package first; a dump is imported where there is neither. Each step is a request in a process of its
// own (page.php). All pages must show the same. With COUNT=1 it also prints the instructions of each page, counted by callgrind. Started by run.php.

declare(strict_types=1);

use Lyo\Tests\Bridge\BridgeChecks;
use Lyo\Tests\Bridge\Servers;
use Lyo\Tests\Bridge\Steps\Application;
use Lyo\Tests\Bridge\Steps\Server;

require __DIR__ . '/../load.php';

$of = (string) getenv('BRIDGE_OF');
$framework = match ($of) {
    'clients' => 'wordpress',
    'drupal-site' => $of,
    default => (string) strtok($of, '-'),
};
$trial = new BridgeChecks('steps, ' . ($of === 'clients' ? 'wordpress' : $of));
$application = Application::make($framework, Servers::folder("steps-$framework"));
if (is_string($application)) {
    $trial->say("SKIPPED, there is no $application");
    exit(0);
}
$fpm = Server::fpm();
$installed = $application->run('plain', false, 'install');
if (is_string($installed)) {
    $trial->check(false, "it cannot be installed: $installed");
    exit($trial->end());
}
/**
 * Step, head, whether the extension is loaded, what is done, what the store then has, what the page may cost at most, compared with plain (null: is not counted).
 *
 * @var list<array{string, string, bool, string, ?string, ?float}> $steps
 */
$steps = [
    ['plain, nothing is stored', 'plain', false, 'read', 'native', null],
    ['plain', 'plain', false, 'read', 'native', INF],
    ['the container is built without the extension', 'lyo', false, 'build', null, null],
    ['package and extension come', 'lyo', true, 'read', 'native', 1.02],
    ['a plain server beside it', 'plain', false, 'read', 'native', null],
    ['each item is written once', 'lyo', true, 'write', 'lyo', null],
    ['read', 'lyo', true, 'read', 'lyo', INF],
    ['a plain server beside it', 'plain', false, 'read', 'native', null],
    ['read', 'lyo', true, 'read', null, null],
    ['each item is written once', 'lyo', true, 'write', 'lyo', null],
    ['the extension is lost', 'lyo', false, 'read', 'lyo', INF],
    ['an hour later, without a write', 'lyo', false, 'read', 'lyo', null],
    ['each item is written once', 'lyo', false, 'write', 'native', null],
    ['read', 'lyo', false, 'read', 'native', 1.05],
    ['the container is built with the extension', 'lyo', true, 'build', null, null],
    ['read without the extension', 'lyo', false, 'read', 'native', null],
    ['the extension is back', 'lyo', true, 'read', 'native', 1.02],
    ['each item is written once', 'lyo', true, 'write', 'lyo', null],
    ['the settings are taken out first', 'plain', false, 'read', 'native', null],
    ['read', 'plain', false, 'read', 'native', INF],
    ['each item is written once', 'lyo', true, 'write', 'lyo', null],
    ['the package is removed first', 'gone', false, 'build', null, null],
    ['read', 'gone', false, 'read', 'native', null],
    ['read', 'gone', false, 'read', 'native', null],
    ['the package is back', 'lyo', true, 'build', null, null],
    ['each item is written once', 'lyo', true, 'write', 'lyo', null],
    ['a dump is imported where neither is', 'plain', false, 'import', 'native', null],
    ['read', 'plain', false, 'read', 'native', null],
];
$expected = $bytes = $commands = null;
$plain = 0;
$pages = 0;
foreach ($steps as [$step, $head, $extension, $does, $stored, $most]) {
    if ($does === 'import') {
        $application->import();
        $does = 'read';
    }
    $found = $application->run($head, $extension, $does, $most !== null);
    if (is_string($found)) {
        $trial->check(false, "$step: $found");
        continue;
    }
    $trial->check($found['errors'] === [], "$step: " . json_encode($found['errors']));
    $trial->check($head === 'lyo' || $found['plain'], "$step: a plain server is not plain");
    $trial->check($does !== 'read' || $fpm === null || $found['sapi'] === 'fpm-fcgi', "$step: {$found['sapi']} is no php-fpm");
    if ($does === 'build') {
        $trial->say("$step: built");
        continue;
    }
    $pages++;
    $expected ??= $found['shows'];
    $bytes ??= $found['bytes'];
    // WordPress' plain servers do not replace what they cannot read, see docs/bridges/wordpress.md.
    $trial->check($stored === null || $framework === 'wordpress' && $head !== 'lyo' || $application->stored($found['bytes'], $bytes) === $stored, "$step: $stored is not what is stored, {$found['bytes']} bytes");
    $trial->check($found['shows'] === $expected, "$step: the page shows something else");
    $trial->check($found['size'] > 1000, "$step: the page is empty");
    $plain = $plain === 0 ? $found['instructions'] : $plain;
    $cost = $found['instructions'] > 0 && $plain > 0 ? $found['instructions'] / $plain : null;
    $trial->check($cost === null || $most === null || $cost <= $most, sprintf('%s: costs %.3f', $step, (float) $cost));
    if ($step === 'plain') {
        $commands = $application->commands($head, $extension);
    } elseif ($step === 'package and extension come' || $step === 'read' && $head === 'lyo' && $stored !== null) {
        $ours = $application->commands($head, $extension);
        $trial->check($ours === $commands, "$step: the page sends " . json_encode($ours) . ' commands, and without Lyo ' . json_encode($commands));
    }
    if ($step === 'package and extension come' && ($pairs = (int) getenv('PAIRS')) > 0) {
        $times = $application->pairs($pairs);
        sort($times['plain']);
        sort($times['lyo']);
        $trial->say(sprintf('%d pairs of requests, all items serialize() text, with the extension: CPU %.3f of plain in sum, %.3f as median', $pairs, array_sum($times['lyo']) / array_sum($times['plain']), $times['lyo'][intdiv($pairs, 2)] / $times['plain'][intdiv($pairs, 2)]));
    }
    $trial->say(sprintf('%-45s | %-5s | %-9s | %-5s | %3d misses | %7d bytes | %s', $step, $head, $extension ? 'lyo.so' : '', $does, $found['misses'], $found['bytes'], $cost === null ? '' : sprintf('%.3f (%.1f million)', $cost, $found['instructions'] / 1e6)));
}
$trial->say('commands of a page, counted by the server: ' . json_encode($commands));
$trial->say($fpm === null ? 'served by the server of PHP\'s command line, because there is no php-fpm with cgi-fcgi' : 'built by the command line, served by php-fpm');
$trial->check($pages >= 24, 'fewer pages than planned');
exit($trial->end());
