<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Clients;

use RuntimeException;

/** A server on a free port of the loopback interface, which ends with the test. */
final class Server
{
    public readonly int $port;

    /** @var resource */
    private $process;

    /**
     * @param callable(int): list<string> $command with the port
     * @param array<string, string> $environment
     */
    public function __construct(callable $command, array $environment = [])
    {
        $probe = stream_socket_server('tcp://127.0.0.1:0');
        $name = $probe === false ? false : stream_socket_get_name($probe, false);
        if ($probe === false || $name === false) {
            throw new RuntimeException('no free port');
        }
        fclose($probe);
        $this->port = (int) substr((string) strrchr($name, ':'), 1);
        $null = ['file', '/dev/null', 'w'];
        // a process group of its own: php -S does not end its workers
        $process = proc_open(['setsid', ...$command($this->port)], [['file', '/dev/null', 'r'], $null, $null], $pipes, null, $environment + getenv());
        $this->process = $process === false ? throw new RuntimeException('cannot start a server') : $process;
        register_shutdown_function($this->stop(...));
        for ($i = 0; $i < 1200; $i++) { // a minute: the machine may be busy
            $connection = @stream_socket_client('tcp://127.0.0.1:' . $this->port, timeout: 1);
            if ($connection !== false) {
                fclose($connection);

                return;
            }
            usleep(50_000);
        }
        throw new RuntimeException('the server does not answer: ' . implode(' ', $command($this->port)));
    }

    public function stop(): void
    {
        if (is_resource($this->process)) {
            $group = proc_get_status($this->process)['pid'];
            exec("kill -TERM -$group 2>/dev/null");
            proc_close($this->process);
        }
    }

    /** Returns the bytes of the value, by the server's text protocol. */
    public function value(string $request): ?string
    {
        $connection = stream_socket_client('tcp://127.0.0.1:' . $this->port);
        if ($connection === false) {
            return null;
        }
        fwrite($connection, $request);
        $head = (string) fgets($connection);
        // redis: $LENGTH; memcached: VALUE key flags LENGTH
        if (preg_match('/^(?:\$|VALUE \S+ \d+ )(\d+)/', $head, $match) !== 1) {
            return null;
        }
        $bytes = '';
        while (strlen($bytes) < (int) $match[1] && !feof($connection)) {
            $bytes .= fread($connection, max(1, (int) $match[1] - strlen($bytes)));
        }
        fclose($connection);

        return $bytes;
    }
}
