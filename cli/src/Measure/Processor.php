<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

use function getrusage;
use function hrtime;
use function is_int;
use function min;

/** Measures how much processor time this process gets. On a machine that is busy with other work, measured times are not reliable. */
final class Processor
{
    /** If this process gets a smaller share of a processor, the machine counts as busy. */
    public const CALM = 0.93;

    /** Clock and processor time at the start, in seconds. */
    private float $started = 0.0;
    private float $used = 0.0;
    /** Sums of both between start and stop, in seconds. */
    public float $elapsed = 0.0;
    private float $processor = 0.0;

    public function start(): void
    {
        $this->started = hrtime(true) / 1e9;
        $this->used = self::seconds();
    }

    public function stop(): void
    {
        $this->elapsed += hrtime(true) / 1e9 - $this->started;
        $this->processor += self::seconds() - $this->used;
    }

    /** Returns the share of a processor that this process had between start() and stop(): 1.0 for all of it. */
    public function share(): float
    {
        return $this->elapsed > 0.0 ? min(1.0, $this->processor / $this->elapsed) : 1.0;
    }

    public function wasBusy(): bool
    {
        return $this->share() < self::CALM;
    }

    /** Returns the processor time of this process in seconds, with a resolution of microseconds. On Windows it returns the time of the clock. */
    public static function seconds(): float
    {
        if (PHP_OS_FAMILY === 'Windows') {
            return hrtime(true) / 1e9;
        }
        $usage = getrusage();
        $seconds = 0.0;
        foreach (['ru_utime.tv_sec' => 1.0, 'ru_utime.tv_usec' => 1e-6, 'ru_stime.tv_sec' => 1.0, 'ru_stime.tv_usec' => 1e-6] as $kind => $unit) {
            $seconds += is_int($usage[$kind] ?? null) ? $usage[$kind] * $unit : 0.0;
        }

        return $seconds;
    }
}
