<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sessions;

/** A request that a head works at. */
final readonly class Request
{
    /**
     * @param resource $stream
     * @param resource|null $process the FastCGI client, if it is one
     */
    private function __construct(private mixed $stream, private mixed $process) {}

    public static function fastCgi(int $port, string $script, string $query): ?self
    {
        $environment = ['SCRIPT_FILENAME' => $script, 'REQUEST_METHOD' => 'GET', 'QUERY_STRING' => $query, 'PATH' => (string) getenv('PATH')];
        $process = proc_open(['cgi-fcgi', '-bind', '-connect', "127.0.0.1:$port"], [['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']], $pipes, null, $environment);

        return $process === false ? null : new self($pipes[1], $process);
    }

    public static function http(int $port, string $query): ?self
    {
        $connection = stream_socket_client("tcp://127.0.0.1:$port");
        if ($connection === false) {
            return null;
        }
        fwrite($connection, "GET /?$query HTTP/1.0\r\nHost: localhost\r\n\r\n");

        return new self($connection, null);
    }

    /** @return array<string, string> id => what the page tells of that session */
    public function answer(): array
    {
        $text = (string) stream_get_contents($this->stream);
        fclose($this->stream);
        if (is_resource($this->process)) {
            proc_close($this->process);
        }
        preg_match_all('/^(\S+) (new|lost|broken|whole \d+)$/m', str_replace("\r", '', $text), $matches);

        return array_combine($matches[1], $matches[2]);
    }
}
