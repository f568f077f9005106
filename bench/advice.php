<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Whether lyo advise is right: its figures beside the time that it really takes to put values into a Redis and to get them, through a
// proxy that is as slow as a link.
//
//   php bench/advice.php [--rounds=5] [--rtt=0.3,1,5] [--link=100] [--only=predictions|min-size] [--sets=samples,drupal,wordpress]
//       [--values=40] [--write]
//
// The values are the project's samples, and those of the shared corpus, if it is there. Fails if a prediction is off by more than 20 %.
// --write puts the tables into docs/lab/advice.md.

declare(strict_types=1);

namespace Lyo\Bench\Advice;

use Lyo\Bench\Envelope\Table;
use Lyo\Bench\Generated;
use Lyo\Tests\Clients\Server;

require __DIR__ . '/../vendor/autoload.php';

const PAGE = __DIR__ . '/../docs/lab/advice.md';
/** How much the round trip may change, and how many times it is measured again otherwise. */
const STEADY = 0.08;
const AGAIN = 4;

if (!extension_loaded('redis') || !extension_loaded('lyo') || exec('command -v redis-server') === '') {
    exit("bench-advice SKIPPED: it needs redis-server, and the extensions redis and lyo\n");
}
ini_set('unserialize_callback_func', '');
$given = array_filter(getopt('', ['rounds:', 'rtt:', 'link:', 'only:', 'sets:', 'values:', 'write']), static fn(mixed $option): bool => !is_array($option));
$rounds = max(1, (int) ($given['rounds'] ?? 5));
$bits = 1e6 * (float) ($given['link'] ?? 100);
$trips = array_map(static fn(string $word): float => (float) $word / 1000, explode(',', (string) ($given['rtt'] ?? '0.3,1,5')));
$parts = explode(',', (string) ($given['only'] ?? 'predictions,min-size'));
$sets = Sets::all(max(10, (int) ($given['values'] ?? 40)));
foreach (['drupal', 'wordpress'] as $name) {
    isset($sets[$name]) || fprintf(STDERR, "advice: no values of %s, there is no ../shared/corpus\n", $name);
}
isset($given['sets']) && $sets = array_intersect_key($sets, array_flip(explode(',', (string) $given['sets'])));
$server = new Server(static fn(int $port): array => ['redis-server', '--port', (string) $port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', sys_get_temp_dir()]);
$head = sprintf("PHP %s, lyo %s, %s; %s Mbit/s; load %.1f; the fastest of %%d rounds.\n\n", PHP_VERSION, phpversion('lyo'), extension_loaded('igbinary') ? 'igbinary ' . phpversion('igbinary') : 'no igbinary', number_format($bits / 1e6), (sys_getloadavg() ?: [0.0])[0]);
$wrong = 0;
if (in_array('predictions', $parts, true)) {
    $rows = [];
    foreach ($trips as $trip) {
        foreach ($sets as $set => $texts) {
            foreach (calm($server->port, $set, $texts, $trip, $bits, $rounds) as $prediction) {
                $rows[] = $prediction->row();
                $wrong += (int) !$prediction->isRight();
                fwrite(STDERR, implode("\t", $prediction->row()) . "\n");
            }
        }
    }
    $text = sprintf($head, $rounds) . Table::markdown(['values', 'round trip, ms', 'stored as', 'predicted, µs', 'measured, µs', 'off by'], $rows) . "\n";
    $text .= sprintf("%d predictions; %d are off by more than %d %%.\n", count($rows), $wrong, (int) (100 * Prediction::MOST));
    show('predictions', $text, isset($given['write']));
}
if (in_array('min-size', $parts, true)) {
    show('min-size', sprintf($head, 2 * $rounds) . (new LeastSizes($sets, $server->port, $trips, $bits, 2 * $rounds))->text(), isset($given['write']));
}
exit($wrong === 0 ? 0 : 1);

/**
 * Measures again, with a new link, if the round trip is another one afterwards: then the machine was too busy.
 *
 * @param list<string> $texts
 *
 * @return list<Prediction>
 */
function calm(int $redis, string $set, array $texts, float $trip, float $bits, int $rounds): array
{
    for ($again = 0;; $again++) {
        $path = Path::link($redis, $trip, $bits);
        $found = (new Trial($set, $texts, $redis, $path, $trip, $bits, $rounds))->predictions();
        $after = $path->ping();
        $path->close();
        if (abs($after / $path->roundTrip - 1) <= STEADY || $again === AGAIN) {
            return $found;
        }
        fprintf(STDERR, "advice: %s, %g ms: the round trip was %.3f ms, and then %.3f ms: once more\n", $set, 1000 * $trip, 1000 * $path->roundTrip, 1000 * $after);
    }
}

/** Prints tables, and puts them into the page. */
function show(string $name, string $tables, bool $write): void
{
    echo "$tables\n";
    if ($write) {
        Generated::write(PAGE, $name, $tables);
    }
}
