<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Cli;

use RuntimeException;

use function exec;
use function explode;
use function fread;
use function fwrite;
use function is_resource;
use function microtime;
use function proc_close;
use function proc_get_status;
use function proc_open;
use function stream_select;
use function stream_set_blocking;
use function usleep;

/** A command in a pseudo-terminal of its own, which is its controlling terminal, so that Ctrl-C is a signal. */
final class Terminal
{
    /** What was printed so far. */
    public string $screen = '';
    /** Seconds until the first line was there. */
    public ?float $firstLine = null;
    private readonly float $start;
    /** @var resource */
    private $process;
    /** @var resource */
    private $terminal;
    private ?int $status = null;

    /** Some chroots have no pseudo-terminals, some builds of PHP cannot open them. */
    public static function isAvailable(): bool
    {
        $process = @proc_open(['true'], [['pty'], ['pty'], ['pty']], $pipes);
        return is_resource($process) && proc_close($process) === 0;
    }

    public function __construct(string $command, string $folder, int $columns = 80)
    {
        $this->start = microtime(true);
        $process = proc_open(['setsid', '--ctty', '--wait', 'sh', '-c', "unset COLUMNS LINES; export TERM=xterm; stty cols $columns rows 24; $command"], [['pty'], ['pty'], ['pty']], $pipes, $folder);
        if (!is_resource($process) || !is_resource($pipes[1] ?? null)) {
            throw new RuntimeException('no pseudo-terminal');
        }
        $this->process = $process;
        $this->terminal = $pipes[1];
        stream_set_blocking($this->terminal, false);
    }

    /** Ends the terminal with the test, even if an assertion has failed. */
    public function __destruct()
    {
        if (is_resource($this->process)) {
            $state = proc_get_status($this->process);
            if ($state['running']) { // it leads a session, and so a group of processes, of its own
                exec("kill -KILL -- -$state[pid] 2>/dev/null");
            }
            proc_close($this->process);
        }
    }

    /** What a person types. */
    public function type(string $keys): void
    {
        fwrite($this->terminal, $keys);
    }

    /** Reads until that text is on the screen; false if it does not come. */
    public function waitFor(string $text, float $seconds = 60): bool
    {
        for ($end = microtime(true) + $seconds; microtime(true) < $end && !str_contains($this->screen, $text);) {
            if (!$this->read()) {
                break;
            }
        }
        return str_contains($this->screen, $text);
    }

    /** Reads until the command ends; its exit code, 128 and the number of the signal that ended it, or -1 if it had to be ended. */
    public function end(float $seconds = 120): int
    {
        for ($end = microtime(true) + $seconds; microtime(true) < $end;) {
            if (!$this->read()) {
                return $this->status ?? -1;
            }
        }
        return -1;
    }

    private function read(): bool
    {
        $read = [$this->terminal];
        $none = null;
        $ready = @stream_select($read, $none, $none, 0, 50_000);
        $bytes = $ready === 1 ? @fread($this->terminal, 65536) : '';
        if ($bytes !== false && $bytes !== '') {
            $this->screen .= $bytes;
            if ($this->firstLine === null && str_contains($this->screen, "\n")) {
                $this->firstLine = microtime(true) - $this->start;
            }
            return true;
        }
        $state = proc_get_status($this->process);
        if ($state['running']) {
            $ready === 1 && usleep(10_000);
            return true;
        }
        $this->status ??= $state['signaled'] ? 128 + $state['termsig'] : $state['exitcode'];
        while (($bytes = @fread($this->terminal, 65536)) !== false && $bytes !== '') { // what arrived between the two checks
            $this->screen .= $bytes;
        }
        return false;
    }

    /** @return list<string> the lines of the screen without colours */
    public function lines(): array
    {
        return explode("\n", rtrim((string) preg_replace(['/\e\[[0-9;?]*[A-Za-z]/', '/\r/'], '', $this->screen), "\n"));
    }
}
