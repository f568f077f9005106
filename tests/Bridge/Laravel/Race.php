<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Laravel;

use Closure;
use ErrorException;
use Illuminate\Cache\Repository;
use Lyo\Tests\Bridge\BridgeChecks;
use Throwable;

/** One process writes and deletes an item of a store of files, another reads it. */
final class Race
{
    private const READS = 50_000;

    /** @param Closure(): Repository $cache */
    public static function run(BridgeChecks $trial, string $name, Closure $cache): void
    {
        if (!function_exists('pcntl_fork')) {
            $trial->say("$name: the race SKIPPED, there is no pcntl");
            return;
        }
        $value = ['rows' => range(1, 50)];
        $reader = posix_getpid();
        $writer = pcntl_fork();
        if ($writer === 0) {
            $store = $cache();
            while (posix_getppid() === $reader) {
                $store->put('race', $value, 600);
                $store->forget('race');
            }
            posix_kill(posix_getpid(), SIGKILL); // without what a shutdown does
        }
        // Laravel makes exceptions of warnings.
        set_error_handler(static fn(int $level, string $message): bool => (error_reporting() & $level) === 0 ? false : throw new ErrorException($message, 0, $level));
        $store = $cache();
        $reads = (int) (getenv('RACE_READS') ?: self::READS);
        for ($i = 0; $i < 5000 && $store->get('race') === null; $i++) {
            usleep(1000); // until the writer has begun
        }
        $hits = $misses = $wrong = 0;
        $exceptions = [];
        // A busy machine may give the writer little time.
        for ($i = 0; $i < $reads || ($hits === 0 || $misses === 0) && $i < 20 * $reads; $i++) {
            try {
                $found = $store->get('race');
                $found === $value ? $hits++ : ($found === null ? $misses++ : $wrong++);
            } catch (Throwable $e) {
                $exceptions[] = $e->getMessage();
            }
        }
        restore_error_handler();
        posix_kill($writer, SIGKILL);
        pcntl_waitpid($writer, $status);
        $trial->check($exceptions === [], "$name: " . ($exceptions[0] ?? ''));
        $trial->check($wrong === 0, "$name: other values are read");
        $trial->check($hits > 0 && $misses > 0, "$name: there was no race");
        $trial->say(sprintf('%s, read while another process writes and deletes: %d reads, %d hits, %d misses, %d exceptions', $name, $i, $hits, $misses, count($exceptions)));
    }
}
