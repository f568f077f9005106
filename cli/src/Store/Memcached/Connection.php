<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store\Memcached;

use Generator;
use RuntimeException;

use function array_combine;
use function base64_encode;
use function count;
use function explode;
use function fclose;
use function fgets;
use function fopen;
use function fread;
use function fwrite;
use function is_string;
use function max;
use function preg_match;
use function preg_match_all;
use function rewind;
use function rtrim;
use function str_starts_with;
use function stream_set_timeout;
use function stream_socket_client;
use function strlen;
use function substr;
use function time;
use function urldecode;
use function usleep;

/**
 * A connection to a Memcached (1.6.10 or newer), for the few commands that no client for PHP has: to list all keys, and to read items with their
 * flags, time to live and version. The extension memcached returns neither flags nor serialized bytes: it creates the objects.
 */
final class Connection
{
    /** Longest time to live in seconds. The server takes a larger number for a Unix time. */
    private const MONTH = 30 * 86400;
    /** Seconds. */
    private const TIMEOUT = 10;

    /** @var resource */
    private $stream;
    /** Number of seconds by which the server's clock is ahead. */
    private int $ahead = 0;
    /** Largest size of an item in bytes. */
    private int $largest = 1 << 20;

    /**
     * @param string $host name or address; or the path of a socket, which begins with /
     *
     * @throws RuntimeException if the server cannot be reached
     */
    public function __construct(public readonly string $host, public readonly int $port)
    {
        $stream = @stream_socket_client($host[0] === '/' ? "unix://$host" : "tcp://$host:$port", $code, $message, self::TIMEOUT);
        $this->stream = $stream !== false ? $stream : throw new RuntimeException("the Memcached at $host:$port cannot be used: $message");
        stream_set_timeout($stream, self::TIMEOUT);
        foreach (['stats', 'stats settings'] as $command) {
            $this->write("$command\r\n");
            while (str_starts_with($line = $this->line(), 'STAT ')) {
                if (preg_match('/\ASTAT (time|item_size_max) (\d+)/', $line, $match) === 1) {
                    $match[1] === 'time' ? $this->ahead = (int) $match[2] - time() : $this->largest = (int) $match[2];
                }
            }
        }
    }

    /**
     * Lists the keys of all items. The server walks its hash table for that. The other walk that it has, through its lists of last use, misses
     * items that are used meanwhile. All keys are first written to a temporary file, because the server waits while they are read.
     *
     * @return Generator<array{string, int}> key, and size of the item in bytes including its head
     */
    public function keys(): Generator
    {
        $file = fopen('php://temp/maxmemory:1048576', 'w+b') ?: throw new RuntimeException('no temporary file can be made');
        $this->write("lru_crawler metadump hash\r\n");
        while (!str_starts_with($line = $this->line(), 'END')) {
            if (str_starts_with($line, 'BUSY')) {
                usleep(200_000);
                $this->write("lru_crawler metadump hash\r\n");
            } elseif (preg_match('/\Akey=(\S+) .*\bsize=(\d+)/', $line, $match) === 1) {
                if (fwrite($file, "$match[2] $match[1]\n") === false) {
                    throw new RuntimeException('the temporary file cannot be written');
                }
            } elseif (!str_starts_with($line, 'key=')) {
                throw new RuntimeException("the Memcached does not list its keys: $line");
            }
        }
        rewind($file);
        while (is_string($line = fgets($file))) {
            [$size, $key] = [...explode(' ', rtrim($line, "\n"), 2), ''];
            yield [urldecode($key), (int) $size];
        }
        fclose($file);
    }

    /**
     * @param list<string> $keys
     *
     * @return list<Found|null> an item for each key, in the same order; null if there is none
     */
    public function read(array $keys): array
    {
        $request = '';
        foreach ($keys as $key) {
            $request .= 'mg ' . self::key($key, 'v f t c') . "\r\n";
        }
        $this->write($request);
        $found = [];
        foreach ($keys as $ignored) {
            $line = $this->line();
            if (str_starts_with($line, 'EN')) {
                $found[] = null;
                continue;
            }
            preg_match_all('/ ([ftc])(-?\d+)/', $line, $flags);
            $flags = array_combine($flags[1], $flags[2]);
            if (preg_match('/\AVA (\d+) /', $line, $match) !== 1 || count($flags) !== 3) {
                throw new RuntimeException("the Memcached does not answer as one of version 1.6.10 or newer: $line");
            }
            $data = $this->bytes((int) $match[1] + 2);
            $found[] = new Found(substr($data, 0, -2), (int) $flags['f'], $flags['t'] === '-1' ? null : (int) $flags['t'], $flags['c']);
        }

        return $found;
    }

    /** Returns a time to live as the server takes it: 0 for null, which never expires, and a Unix time for more than 30 days. */
    public function life(?int $seconds): int
    {
        return match (true) {
            $seconds === null => 0,
            $seconds > self::MONTH => time() + $this->ahead + $seconds,
            default => max(1, $seconds),
        };
    }

    /** Tells whether an item is small enough for the server. If it is not, the server would refuse it and delete the existing item. */
    public function fits(string $key, string $data): bool
    {
        return strlen($key) + strlen($data) + 100 <= $this->largest;
    }

    /**
     * Stores an item, if the server has the expected version of it.
     *
     * @param int|null $seconds time to live; null if it never expires
     * @param string|null $version the expected version; null to store only if the key does not exist
     *
     * @return bool false if the server has another version; nothing was written then
     */
    public function store(string $key, string $data, int $flags, ?int $seconds, ?string $version): bool
    {
        $life = $this->life($seconds);
        $this->write('ms ' . self::key($key, strlen($data) . " F$flags T$life " . ($version === null ? 'ME' : "C$version")) . "\r\n$data\r\n");
        $line = $this->line();

        return match (substr($line, 0, 2)) {
            'HD' => true,
            'EX', 'NF', 'NS' => false,
            default => throw new RuntimeException("the Memcached refuses to write: $line"),
        };
    }

    /** Returns the arguments of a command. A key with spaces or control characters is sent in Base64, with the flag "b". */
    private static function key(string $key, string $rest): string
    {
        return preg_match('/[\x00-\x20\x7F]/', $key) === 1 ? base64_encode($key) . " $rest b" : "$key $rest";
    }

    private function write(string $bytes): void
    {
        for ($done = 0; $done < strlen($bytes); $done += $written) {
            $written = @fwrite($this->stream, $done === 0 ? $bytes : substr($bytes, $done));
            if ($written === false || $written === 0) {
                throw new RuntimeException("the Memcached at $this->host:$this->port has closed the connection");
            }
        }
    }

    private function line(): string
    {
        $line = fgets($this->stream);

        return is_string($line) ? rtrim($line, "\r\n") : throw new RuntimeException("the Memcached at $this->host:$this->port does not answer");
    }

    private function bytes(int $length): string
    {
        $bytes = '';
        while (strlen($bytes) < $length) {
            $part = fread($this->stream, max(1, $length - strlen($bytes)));
            if ($part === false || $part === '') {
                throw new RuntimeException("the Memcached at $this->host:$this->port does not answer");
            }
            $bytes .= $part;
        }

        return $bytes;
    }
}
