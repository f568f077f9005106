<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Advice;

use RuntimeException;

use function array_filter;
use function array_values;
use function hrtime;
use function intdiv;
use function max;
use function min;
use function stream_select;

/**
 * A link in front of a server of this machine: what it is sent arrives later, and at a limited rate. Each direction has a link of its own,
 * for all connections together.
 *
 * Only bytes of the connection count for the rate, and no heads of packets. Lost packets and the slow start of TCP are not imitated.
 */
final class Proxy
{
    /** Nanoseconds before the next delivery in which it looks at the clock again and again: the system may wake it up that much too late. */
    private const SPIN = 120_000;

    /** Bytes that are taken at once. */
    private const PIECE = 8192;

    /** @var resource */
    private $listener;
    /** @var array<int, Wire> by the number of the stream that it reads */
    private array $wires = [];

    /**
     * @param int $delay of each direction, in nanoseconds
     * @param float $bits per second of each direction
     */
    public function __construct(int $port, private readonly int $server, private readonly int $delay, private readonly float $bits)
    {
        $listener = stream_socket_server("tcp://127.0.0.1:$port", context: self::context());
        $this->listener = $listener !== false ? $listener : throw new RuntimeException("port $port cannot be used");
    }

    public function run(): never
    {
        $upstream = new Link($this->delay, $this->bits);
        $downstream = new Link($this->delay, $this->bits);
        while (true) {
            foreach ($this->readable() as $stream) {
                if ($stream === $this->listener) {
                    $this->accept($upstream, $downstream);
                } else {
                    $this->take($stream);
                }
            }
            foreach ($this->wires as $wire) {
                if (!$wire->deliver((int) hrtime(true))) {
                    $this->hangUp($wire);
                }
            }
        }
    }

    /** @return list<resource> */
    private function readable(): array
    {
        $due = min([PHP_INT_MAX, ...array_filter(array_map(static fn(Wire $wire): ?int => $wire->due(), $this->wires), is_int(...))]);
        $wait = $due === PHP_INT_MAX ? null : max(0, $due - self::SPIN - (int) hrtime(true));
        $read = [$this->listener, ...array_map(static fn(Wire $wire) => $wire->from, array_values($this->wires))];
        $none = null;
        $ready = @stream_select($read, $none, $none, $wait === null ? null : intdiv($wait, 1_000_000_000), $wait === null ? null : intdiv($wait, 1000) % 1_000_000);

        return $ready === false ? [] : $read;
    }

    private function accept(Link $upstream, Link $downstream): void
    {
        $client = @stream_socket_accept($this->listener, 0);
        $server = @stream_socket_client("tcp://127.0.0.1:$this->server", timeout: 5, context: self::context());
        if ($client === false || $server === false) {
            return;
        }
        foreach ([$client, $server] as $stream) {
            stream_set_blocking($stream, false);
            stream_set_read_buffer($stream, 0);
            stream_set_write_buffer($stream, 0);
        }
        $this->wires[(int) $client] = new Wire($client, $server, $upstream);
        $this->wires[(int) $server] = new Wire($server, $client, $downstream);
    }

    /** @param resource $stream */
    private function take($stream): void
    {
        $wire = $this->wires[(int) $stream] ?? null;
        $bytes = $wire === null ? '' : fread($stream, self::PIECE);
        if ($wire !== null && $bytes !== '' && $bytes !== false) {
            $wire->take($bytes, (int) hrtime(true));
        } elseif ($wire !== null && feof($stream)) {
            $this->hangUp($wire);
        }
    }

    private function hangUp(Wire $wire): void
    {
        unset($this->wires[(int) $wire->from], $this->wires[(int) $wire->to]);
        is_resource($wire->from) && fclose($wire->from);
        is_resource($wire->to) && fclose($wire->to);
    }

    /** @return resource */
    private static function context()
    {
        return stream_context_create(['socket' => ['tcp_nodelay' => true]]);
    }
}
