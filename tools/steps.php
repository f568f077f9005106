<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Runs targets of make side by side, each in its own process, and prints a line when one has ended. If a step fails, its output is
// printed (its last 100 lines), and the others still run. At the end there is a table of all steps, with the last line of each (its
// counts) and what was skipped:
//
//   ok        everything was checked
//   partly    a part was skipped: one of its lines says SKIPPED
//   skipped   nothing was checked: its last line says so
//   again     failed on a busy machine, and passed when it ran again
//   FAILED
//
// A step that took longer than its seconds, on an idle machine of 2 cores, is named, but does not fail. If it failed as well, it runs again
// by itself when the others have ended, because limits of time do not hold on a busy machine. Both runs are told. After half a minute
// without a line there is one that says what is running.
//
//   php -n tools/steps.php TARGET[:SECONDS]...
//
// MAKE   the make to use;  BUILD   where the logs go (BUILD/log/TARGET.log);  STEPS_JOBS   steps at a time (default: one for each
// processor, at most 4)

declare(strict_types=1);

namespace Lyo\Build;

use RuntimeException;

const LINES = 100;

/** A step that is running or has ended. */
final class Step
{
    public readonly string $name;
    public readonly ?int $budget;
    public readonly string $log;
    public float $began = 0.0;
    public float $seconds = 0.0;
    public string $result = '';
    public string $last = '';
    /** @var list<string> */
    public array $skips = [];
    /** @var list<string> what failed in the first run, if this is the second */
    public array $first = [];
    /** @var resource|null */
    private $process = null;

    public function __construct(string $step, string $logs)
    {
        [$this->name, $budget] = explode(':', $step) + ['', ''];
        $this->budget = $budget === '' ? null : (int) $budget;
        $this->log = "$logs/$this->name.log";
    }

    public function start(string $make): void
    {
        $log = fopen($this->log, 'w');
        $process = $log === false ? false : proc_open([$make, '--no-print-directory', $this->name], [['file', '/dev/null', 'r'], $log, $log], $pipes);
        $this->process = $process === false ? throw new RuntimeException("cannot start $make $this->name") : $process;
        $this->began = microtime(true);
    }

    /** Tells whether it has ended, and reads its log then. */
    public function hasEnded(): bool
    {
        assert($this->process !== null);
        $status = proc_get_status($this->process);
        if ($status['running']) {
            return false;
        }
        $this->seconds = microtime(true) - $this->began;
        // Colours of PHPUnit and make's own "Error 1" are not results.
        $text = (string) preg_replace('/\e\[[0-9;]*[A-Za-z]/', '', (string) file_get_contents($this->log));
        $lines = array_filter(explode("\n", $text), static fn(string $line): bool => preg_match('/^(make(\[\d+\])?: |\s*$)/', $line) === 0);
        $this->last = $lines === [] ? '' : substr(end($lines), 0, 110);
        $this->skips = array_values(array_filter($lines, static fn(string $line): bool => str_contains($line, 'SKIPPED')));
        $this->result = match (true) {
            $status['exitcode'] !== 0 => 'FAILED',
            $this->first !== [] => 'again',
            $this->skips === [] => 'ok',
            str_contains($this->last, 'SKIPPED') => 'skipped',
            default => 'partly',
        };
        return true;
    }

    public function row(): string
    {
        return sprintf("%-7s %-19s %4d s%s  %s\n", $this->result, $this->name, round($this->seconds), $this->budget === null ? '' : sprintf(' of %3d', $this->budget), $this->last);
    }

    public function isSlow(): bool
    {
        return $this->budget !== null && $this->seconds > $this->budget;
    }

    /** @return list<string> what failed, as the log of a failed step names it: at most 8 */
    public function faults(): array
    {
        // Behind its failures PHPUnit lists what was skipped.
        $text = (string) preg_replace(['/\e\[[0-9;]*[A-Za-z]/', '/^There (?:was|were) \d+ (?:skipped|incomplete|risky) .*/ms'], '', (string) file_get_contents($this->log));
        // A failure of PHPUnit has a number, and its message stands below it; phpt and the other checks begin or end a line with the word.
        preg_match_all('/^(?:\d+\) .*(?:\n\S.*)?|.*\b(?:FAIL(?:ED)?|DIFFERENT|differs?|Error|Fatal)\b.*)$/m', $text, $found);

        return array_map(static fn(string $line): string => str_replace("\n", "\n    ", substr($line, 0, 300)), array_slice(array_values(array_unique($found[0])), 0, 8));
    }

    public function output(): string
    {
        $lines = explode("\n", rtrim((string) file_get_contents($this->log)));
        $left = count($lines) - LINES;
        return ($left > 0 ? "($left lines before these are in $this->log)\n" : '') . implode("\n", array_slice($lines, -LINES)) . "\n";
    }
}

/** @param list<Step> $steps */
function run(array $steps, string $make, int $jobs): void
{
    $waiting = $steps;
    $running = [];
    $printed = microtime(true);
    while ($running !== [] || $waiting !== []) {
        while ($waiting !== [] && count($running) < $jobs) {
            $step = array_shift($waiting);
            $step->start($make);
            $running[] = $step;
        }
        usleep(100_000);
        foreach ($running as $i => $step) {
            if ($step->hasEnded()) {
                unset($running[$i]);
                printf("%s: %s after %d s: %s\n", $step->name, $step->result, round($step->seconds), $step->last);
                echo $step->result === 'FAILED' ? $step->output() . "== end of make $step->name\n" : '';
                $printed = microtime(true);
            }
        }
        if (microtime(true) - $printed >= 30) {
            echo '(running: ', implode(', ', array_map(static fn(Step $step): string => sprintf('%s %d s', $step->name, microtime(true) - $step->began), $running)), sprintf("; %d to come)\n", count($waiting));
            $printed = microtime(true);
        }
    }
}

$logs = (getenv('BUILD') ?: 'build') . '/log';
is_dir($logs) || mkdir($logs, 0o777, true);
$processors = (int) shell_exec('nproc 2>/dev/null');
$jobs = (int) getenv('STEPS_JOBS') ?: max(1, min(4, $processors));
/** @var list<string> $arguments */
$arguments = array_slice($argv, 1);
$steps = array_map(static fn(string $argument): Step => new Step($argument, $logs), $arguments);
printf("%d steps, %d at a time (logs: %s)\n", count($steps), $jobs, $logs);
$began = microtime(true);
$make = getenv('MAKE') ?: 'make';
run($steps, $make, $jobs);
$slow = array_values(array_filter($steps, static fn(Step $step): bool => $step->result === 'FAILED' && $step->isSlow()));
foreach ($slow as $step) {
    $step->first = array_values(array_unique([$step->last, ...$step->faults()]));
    copy($step->log, "$step->log.1");
}
if ($slow !== []) {
    echo "\n== once more, because the machine was busy: ", implode(' ', array_column($slow, 'name')), "\n";
    run($slow, $make, 1);
}

echo "\n== summary\n";
$counts = ['ok' => 0, 'partly' => 0, 'skipped' => 0, 'again' => 0, 'FAILED' => 0];
foreach ($steps as $step) {
    echo $step->row();
    $counts[$step->result]++;
}
$skips = array_merge(...array_map(static fn(Step $step): array => $step->skips, $steps));
echo $skips === [] ? '' : "\nskipped:\n  " . implode("\n  ", $skips) . "\n";
$slow = array_map(static fn(Step $step): string => sprintf('%s (%d of %d s)', $step->name, round($step->seconds), $step->budget), array_filter($steps, static fn(Step $step): bool => $step->isSlow()));
echo $slow === [] ? '' : 'slower than on an idle machine of 2 cores: ' . implode(', ', $slow) . "\n";
$of = sprintf('%d ok, %d partly, %d skipped%s, in %d s', $counts['ok'], $counts['partly'], $counts['skipped'], $counts['again'] > 0 ? ", $counts[again] again" : '', round(microtime(true) - $began));
foreach (array_filter($steps, static fn(Step $step): bool => $step->result === 'again') as $step) {
    echo implode("\n    ", ["\nfailed at first, and passed again: $step->name ($step->log.1):", ...$step->first]), "\n";
}
if ($counts['FAILED'] > 0) {
    // Last, because a log that is cut keeps its end.
    foreach (array_filter($steps, static fn(Step $step): bool => $step->result === 'FAILED') as $step) {
        echo implode("\n    ", ["\nFAILED $step->name: $step->last", ...$step->faults()]), "\n";
    }
    printf("%d of %d steps FAILED, %s (logs: %s)\n", $counts['FAILED'], count($steps), $of, $logs);
    exit(1);
}
printf("none of %d steps failed: %s\n", count($steps), $of);
