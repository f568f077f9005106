<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Stores;

use RuntimeException;

/** The program lyo, as a shell starts it. */
final class Lyo
{
    /** @var list<string> */
    private readonly array $command;

    /** @param list<string> $modules that its PHP is to have */
    public function __construct(array $modules)
    {
        $root = dirname(__DIR__, 2);
        $names = implode(' ', array_map(escapeshellarg(...), $modules));
        $words = explode(' ', trim((string) shell_exec("$root/tools/php.sh $names")));
        $this->command = [PHP_BINARY, ...array_slice($words, 1), '-d', 'memory_limit=128M', "$root/cli/bin/lyo"];
    }

    /**
     * @param list<string> $arguments
     * @param int ...$expected exit codes; none for 0
     *
     * @return array<mixed> what it prints as JSON
     */
    public function json(array $arguments, int ...$expected): array
    {
        [$status, $output, $errors] = $this->run([...$arguments, '--format=json']);
        $json = json_decode($output, true);
        if (!in_array($status, $expected === [] ? [0] : $expected, true) || !is_array($json)) {
            throw new RuntimeException('lyo ' . implode(' ', $arguments) . " ended with $status: $errors$output");
        }

        return $json;
    }

    /**
     * @param list<string> $arguments
     *
     * @return array{int, string, string} exit code, output, errors
     */
    public function run(array $arguments): array
    {
        $errors = tempnam(sys_get_temp_dir(), 'lyo') ?: throw new RuntimeException('no temporary file');
        $process = $this->start($arguments, ['pipe', 'w'], ['file', $errors, 'w'], $pipes);
        $output = (string) stream_get_contents($pipes[1]);
        $status = proc_close($process);
        $told = (string) file_get_contents($errors);
        unlink($errors);

        return [$status, $output, $told];
    }

    /**
     * Runs it with a terminal for errors and progress. What it prints is thrown away.
     *
     * @param list<string> $arguments
     *
     * @return array{int, int, string} exit code, the most bytes of memory that the process had, what it wrote to the terminal
     */
    public function watch(array $arguments): array
    {
        $process = $this->start($arguments, ['file', '/dev/null', 'w'], ['pty'], $pipes);
        stream_set_blocking($pipes[2], false);
        $shown = '';
        $peak = 0;
        while (($state = proc_get_status($process))['running']) {
            $shown .= (string) @fread($pipes[2], 1 << 16);
            $peak = preg_match('/^VmHWM:\s*(\d+) kB/m', (string) @file_get_contents("/proc/{$state['pid']}/status"), $found) === 1 ? 1024 * (int) $found[1] : $peak;
            usleep(10_000);
        }
        $shown .= (string) @fread($pipes[2], 1 << 16);
        proc_close($process);

        return [$state['exitcode'], $peak, $shown];
    }

    /**
     * Starts it and kills it after some time.
     *
     * @param list<string> $arguments
     *
     * @return bool false if it had ended before
     */
    public function kill(array $arguments, float $seconds): bool
    {
        $process = $this->start($arguments, ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w'], $pipes);
        for ($end = microtime(true) + $seconds; microtime(true) < $end && proc_get_status($process)['running'];) {
            usleep(2000);
        }
        $running = proc_get_status($process)['running'];
        proc_terminate($process, 9);
        proc_close($process);

        return $running;
    }

    /**
     * @param list<string> $arguments
     * @param list<string> $output
     * @param list<string> $errors
     * @param array<mixed> $pipes
     *
     * @param-out array<resource> $pipes
     *
     * @return resource
     */
    private function start(array $arguments, array $output, array $errors, ?array &$pipes)
    {
        $process = proc_open([...$this->command, ...$arguments], [['file', '/dev/null', 'r'], $output, $errors], $pipes);

        return $process !== false ? $process : throw new RuntimeException('lyo cannot be started');
    }
}
