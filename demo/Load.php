<?php

declare(strict_types=1);

namespace Lyo\Demo;

use Lyo\Tools\Measure\Processor;

/** Whether other processes used the machine during the measurement. Then times are not reliable. */
final class Load
{
    public function __construct(
        private readonly float $average, // load average: processes that could run, mean of the last minute
        private readonly int $processors,
        private readonly float $share, // share of one processor that this process got; 1.0 is all of it
    ) {}

    public static function during(Processor $processor): self
    {
        $average = function_exists('sys_getloadavg') ? sys_getloadavg() : false;
        $count = (int) shell_exec('nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null');

        return new self($average === false ? 0.0 : $average[0], max(1, $count), $processor->share());
    }

    /** Null if the machine was idle. */
    public function hint(): ?string
    {
        if ($this->share >= Processor::CALM && $this->average <= $this->processors) {
            return null;
        }

        return sprintf(
            'The machine is busy: load average %.1f on %d processor%s, %.0f%% of one for the demo.',
            $this->average,
            $this->processors,
            $this->processors === 1 ? '' : 's',
            100 * $this->share,
        ) . "\nTimes differ from run to run then. Run the demo again on a calm machine.";
    }
}
