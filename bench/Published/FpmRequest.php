<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

use Closure;
use RuntimeException;

/**
 * A running request to php-fpm, by FastCGI 1.0. This PHP sends it, because a program that is started for each request, such
 * as cgi-fcgi, takes longer to start than the page takes.
 */
final class FpmRequest
{
    private const VERSION = 1;

    private const BEGIN_REQUEST = 1;
    private const PARAMS = 4;
    private const STDIN = 5;
    private const STDOUT = 6;

    /** The application answers a request of a web server, and closes the connection then. */
    private const RESPONDER = "\0\1\0\0\0\0\0\0";

    /** @var resource */
    public readonly mixed $connection;

    private readonly int $start;

    /** Records as they came. */
    private string $records = '';

    /** @param Closure(): string $errors what PHP has logged */
    public function __construct(string $socket, string $script, string $query, private readonly Closure $errors)
    {
        $parameters = '';
        foreach (['SCRIPT_FILENAME' => $script, 'REQUEST_METHOD' => 'GET', 'QUERY_STRING' => $query] as $name => $value) {
            $parameters .= self::length($name) . self::length($value) . $name . $value;
        }
        $this->start = hrtime(true);
        $connection = stream_socket_client("unix://$socket");
        if ($connection === false) {
            throw new RuntimeException('php-fpm takes no connection');
        }
        $this->connection = $connection;
        fwrite($connection, self::record(self::BEGIN_REQUEST, self::RESPONDER) . self::record(self::PARAMS, $parameters) . self::record(self::PARAMS, '') . self::record(self::STDIN, ''));
        stream_set_blocking($connection, false);
    }

    /** The length of a name or value: 4 bytes, with the first bit set. */
    private static function length(string $text): string
    {
        return pack('N', strlen($text) | 1 << 31);
    }

    /** A record of request 1: each request has its own connection. */
    private static function record(int $type, string $content): string
    {
        return pack('CCnnCx', self::VERSION, $type, 1, strlen($content), 0) . $content;
    }

    /** Milliseconds from the start to the end of the answer; null if it has not ended and there is more to read. */
    public function read(): ?float
    {
        $this->records .= fread($this->connection, 1 << 16);
        if (!feof($this->connection)) {
            return null;
        }
        $time = (hrtime(true) - $this->start) / 1e6;
        fclose($this->connection);

        return $time;
    }

    /** @return array<mixed> what the page has printed, as JSON, when all of it is read */
    public function answer(): array
    {
        $output = $this->output();
        $answer = json_decode((string) substr((string) strstr($output, "\r\n\r\n"), 4), true);

        return is_array($answer) ? $answer : throw new RuntimeException("a page has printed \"$output\" and logged \"" . ($this->errors)() . '"');
    }

    /** What the page has printed, with its headers. */
    private function output(): string
    {
        $output = '';
        for ($at = 0; $at + 8 <= strlen($this->records); $at += 8 + $length + $padding) {
            [$type, $length, $padding] = [ord($this->records[$at + 1]), ord($this->records[$at + 4]) << 8 | ord($this->records[$at + 5]), ord($this->records[$at + 6])];
            if ($type === self::STDOUT) {
                $output .= substr($this->records, $at + 8, $length);
            }
        }

        return $output;
    }

    /** @return array<mixed> */
    public function wait(): array
    {
        do {
            self::select([$this]);
        } while ($this->read() === null);

        return $this->answer();
    }

    /**
     * Waits until there is something to read.
     *
     * @param array<int, self> $requests
     * @return list<int> keys of those that have something
     */
    public static function select(array $requests): array
    {
        $read = array_map(static fn(self $request) => $request->connection, $requests);
        $write = $except = null;

        return stream_select($read, $write, $except, 60) > 0 ? array_keys($read) : throw new RuntimeException('php-fpm does not answer within a minute');
    }
}
