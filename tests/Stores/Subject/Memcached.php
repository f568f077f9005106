<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Stores\Subject;

use Lyo\Tests\Stores\Subject;
use RuntimeException;

/** A Memcached by its text protocol, with the flags of strings that the extension memcached stores. */
final class Memcached implements Subject
{
    private const USER_FLAGS = 7 << 16;

    /** @var resource */
    private $stream;

    public function __construct(private readonly int $port)
    {
        $this->stream = stream_socket_client("tcp://127.0.0.1:$port") ?: throw new RuntimeException('no memcached');
    }

    public function source(): array
    {
        return ["memcached://127.0.0.1:$this->port"];
    }

    public function clear(): void
    {
        $this->ask('flush_all');
    }

    public function put(string $key, string $data, ?int $seconds = null): void
    {
        if ($this->ask("set $key " . self::USER_FLAGS . ' ' . ($seconds ?? 0) . ' ' . strlen($data) . "\r\n$data") !== 'STORED') {
            throw new RuntimeException("memcached has not stored $key");
        }
    }

    public function raw(string $key): ?string
    {
        return $this->meta($key, 'v')[1];
    }

    public function life(string $key): ?float
    {
        return preg_match('/ t(\d+)/', $this->meta($key, 't')[0], $match) === 1 ? (float) $match[1] : null;
    }

    public function rest(string $key): string
    {
        return $this->meta($key, 'f')[0];
    }

    public function takesBytes(): bool
    {
        return true;
    }

    /** @return array{string, string|null} */
    private function meta(string $key, string $flags): array
    {
        $line = $this->ask("mg $key $flags");
        if (preg_match('/\AVA (\d+)/', $line, $match) !== 1) {
            return [$line, null];
        }
        $data = '';
        while (strlen($data) < (int) $match[1] + 2) {
            $data .= fread($this->stream, max(1, (int) $match[1] + 2 - strlen($data)));
        }

        return [$line, substr($data, 0, -2)];
    }

    private function ask(string $request): string
    {
        fwrite($this->stream, "$request\r\n");

        return rtrim((string) fgets($this->stream), "\r\n");
    }
}
