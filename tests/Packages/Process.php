<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Packages;

use RuntimeException;

/** Commands and servers of the tests. */
final class Process
{
    /**
     * Runs a command of a shell.
     *
     * @param array<string, string> $environment
     *
     * @return string what it printed
     *
     * @throws RuntimeException if its status is not 0
     */
    public static function run(string $command, string $folder, array $environment = []): string
    {
        $process = proc_open(['/bin/sh', '-c', "$command 2>&1"], [['file', '/dev/null', 'r'], ['pipe', 'w']], $pipes, $folder, $environment + getenv());
        if ($process === false) {
            throw new RuntimeException("cannot start: $command");
        }
        $output = (string) stream_get_contents($pipes[1]);
        $status = proc_close($process);
        return $status === 0 ? $output : throw new RuntimeException("status $status of: $command\n$output");
    }

    /** A free address on this machine. */
    public static function address(): string
    {
        $socket = stream_socket_server('tcp://127.0.0.1:0');
        $name = $socket === false ? false : stream_socket_get_name($socket, false);
        return $name === false ? throw new RuntimeException('no free port') : $name;
    }

    /** Waits until somebody listens there. */
    public static function await(string $address, int $seconds = 60): void
    {
        for ($attempt = 0; $attempt < 20 * $seconds; $attempt++) {
            $socket = @stream_socket_client("tcp://$address", timeout: 1);
            if ($socket !== false) {
                fclose($socket);
                return;
            }
            usleep(50_000);
        }
        throw new RuntimeException("nobody listens at $address");
    }
}
