<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Stores;

use RuntimeException;

/** What commands cost that read a whole store, and whether they show how far they are in a terminal. */
final class Costs
{
    /** Most bytes of memory that a command may use, with PHP and all of its modules. */
    private const MEMORY = 64 << 20;

    private bool $holds = true;

    public function __construct(private readonly Lyo $lyo) {}

    /**
     * Runs a command and prints its costs.
     *
     * @param list<string> $arguments
     */
    public function of(string $name, array $arguments, int $keys): void
    {
        $before = self::processor();
        $start = microtime(true);
        [$status, $peak, $shown] = $this->lyo->watch($arguments);
        $cpu = self::processor() - $before;
        $seconds = microtime(true) - $start;
        preg_match_all('/(\d+)\s?%/', $shown, $found);
        $steps = array_map(intval(...), $found[1]);
        $told = array_filter([
            $status === 0 ? '' : "it ended with $status: " . substr($shown, -300),
            $peak > 0 && $peak <= self::MEMORY ? '' : 'too much memory',
            // A command that takes less than a second need not show progress.
            $seconds < 1 || count($steps) > 1 && max($steps) <= 100 && $steps[0] < $steps[count($steps) - 1] ? '' : 'no progress was seen: ' . substr((string) json_encode($shown, JSON_INVALID_UTF8_SUBSTITUTE), 0, 300),
        ]);
        $this->holds = $this->holds && $told === [];
        printf("stores: %s keys, %-7s %6.1f s of processor time, %6.1f s, %2.0f MB of memory, progress seen %d times, up to %d %%%s\n", number_format($keys), $name, $cpu, $seconds, $peak / 1e6, count($steps), $steps === [] ? 0 : max($steps), $told === [] ? '' : ': FAILED, ' . implode('; ', $told));
    }

    public function hold(): bool
    {
        return $this->holds;
    }

    /** Seconds of processor time of all processes that have ended and were waited for. */
    private static function processor(): float
    {
        $usage = getrusage(1) ?: throw new RuntimeException('no getrusage()');
        $seconds = 0.0;
        foreach (['ru_utime.tv_sec' => 1.0, 'ru_utime.tv_usec' => 1e-6, 'ru_stime.tv_sec' => 1.0, 'ru_stime.tv_usec' => 1e-6] as $part => $unit) {
            $seconds += is_int($usage[$part]) ? $usage[$part] * $unit : 0.0;
        }

        return $seconds;
    }
}
