<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Many requests in one process, as workers of FrankenPHP, RoadRunner, Swoole and queues answer them: results stay the same, memory stays
// flat, and lyo_status() stays within its limits.
//
//   php -n -d extension=build/lyo.so [-d lyo.keep_values=4M] tests/Workers/run.php [REQUESTS] [--plant=FAULT]
//
// Without a fault the program ends with 0. FAULT is "array" (a static array grows), "malloc" (memory that PHP does not count grows), "result"
// (a value changes): each must be found.

declare(strict_types=1);

namespace Lyo\Tests\Workers;

require __DIR__ . '/../../vendor/autoload.php';
require __DIR__ . '/Classes.php';
require __DIR__ . '/Requests.php';
require __DIR__ . '/Memory.php';

exit(main(array_slice($argv, 1)));

/** @param list<string> $arguments */
function main(array $arguments): int
{
    $plant = '';
    $requests = 1_000_000;
    foreach ($arguments as $argument) {
        str_starts_with($argument, '--plant=') ? $plant = substr($argument, 8) : $requests = (int) $argument;
    }
    $part = intdiv($requests, 10);
    // A damaged payload can have a property that its class does not have: PHP says that this is deprecated.
    set_error_handler(static fn(): bool => true);
    $site = new Requests();
    $memory = new Memory();
    $began = hrtime(true);
    for ($request = 1; $request <= $requests; $request++) {
        $wrong = $site->answer($request);
        $plant === '' || $wrong ??= plant($plant, $request, $requests);
        if ($wrong !== null) {
            echo "workers: FAILED, request $request: $wrong\n";

            return 1;
        }
        $request % $part === 0 && $memory->note($request);
    }
    $faults = $memory->faults();
    printf(
        "workers: %d requests in one process, lyo.keep_values=%s, %.0f s: %s%s; %s\n",
        $requests,
        ini_get('lyo.keep_values'),
        (hrtime(true) - $began) / 1e9,
        $faults === [] ? 'all results the same, ' : 'FAILED, ',
        $memory->summary(),
        $site->summary(),
    );
    foreach ($faults as $fault) {
        echo "workers: FAILED, $fault\n";
    }
    getenv('LYO_CURVE') === false || print $memory->table();

    return $faults === [] ? 0 : 1;
}

/** Makes a fault that must be found. */
function plant(string $fault, int $request, int $requests): ?string
{
    /** @var list<int> $grows */
    static $grows = [];
    if ($fault === 'array') {
        $grows[] = $request;
    } elseif ($fault === 'malloc') {
        \FFI::cdef()->new('char[200]', false, true);
    } elseif ($fault === 'result') {
        return $request === $requests ? 'planted' : null;
    }

    return null;
}
