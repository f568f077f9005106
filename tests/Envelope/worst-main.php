<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Reads an envelope from standard input with default options; Worst.php starts it. Prints a line from a shutdown function: outcome, bytes of memory at most,
// seconds of CPU.

function secondsOfCpu(): float
{
    $usage = getrusage();
    $of = static fn(string $name): int => is_array($usage) && is_int($usage[$name] ?? null) ? $usage[$name] : 0;

    return $of('ru_utime.tv_sec') + $of('ru_stime.tv_sec') + ($of('ru_utime.tv_usec') + $of('ru_stime.tv_usec')) / 1e6;
}

ini_set('display_errors', '0');
$data = (string) stream_get_contents(STDIN);
$outcome = 'out of memory'; // unless the call ends
memory_reset_peak_usage();
$before = memory_get_usage();
$start = secondsOfCpu();
register_shutdown_function(static function () use (&$outcome, $before, $start): void {
    ini_set('memory_limit', '-1'); // this function needs some memory, too
    printf("%s\t%d\t%.3f\n", $outcome, max(0, memory_get_peak_usage() - $before), secondsOfCpu() - $start);
});
try {
    $outcome = 'read ' . gettype(lyo_unserialize($data));
} catch (Lyo\Exception\LyoException $exception) {
    $outcome = $exception::class;
}
