<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Advice;

use Lyo\Tests\Clients\Server;
use Redis;
use RuntimeException;

use function abs;
use function array_fill;
use function array_map;
use function hrtime;
use function intdiv;
use function max;
use function sort;
use function sprintf;

/** A way to a store: to a Redis of this machine directly, or by a proxy that is as slow as a link; or APCu, to which there is no way. */
final class Path
{
    /** How exactly the round trip is met, if that is possible; and how exactly at least. */
    private const EXACT = 0.03;
    private const LEAST_EXACT = 0.15;
    private const TRIALS = 8;

    private const KEY = 'bench:value';

    /** @param float $roundTrip in seconds: what was measured */
    private function __construct(private readonly ?Redis $redis, private readonly ?Server $proxy = null, public float $roundTrip = 0.0) {}

    public static function direct(int $redis): self
    {
        return new self(self::client($redis));
    }

    public static function local(): self
    {
        return new self(null);
    }

    /**
     * A round trip is what redis-cli --latency shows: that of a PING. It includes what the proxy, the system and the server need
     * themselves, so the delay of the proxy is less than half of it.
     *
     * @param float $roundTrip in seconds
     * @param float $bits per second
     */
    public static function link(int $redis, float $roundTrip, float $bits): self
    {
        $delay = (int) (1e9 * $roundTrip / 2);
        $best = null;
        for ($trial = 0; $trial < self::TRIALS; $trial++) {
            $server = new Server(static fn(int $port): array => [PHP_BINARY, '-n', __DIR__ . '/proxy-main.php', (string) $port, (string) $redis, (string) $delay, sprintf('%.0f', $bits)]);
            $path = new self(self::client($server->port), $server);
            $path->roundTrip = $path->ping();
            $off = static fn(self $of): float => abs($of->roundTrip / $roundTrip - 1);
            if ($best === null || $off($path) < $off($best)) {
                $best?->close();
                $best = $path;
            } else {
                $path->close();
            }
            if ($off($best) <= self::EXACT) {
                break;
            }
            $delay = max(0, $delay + (int) (1e9 * ($roundTrip - $path->roundTrip) / 2));
        }
        if (abs($best->roundTrip / $roundTrip - 1) > self::LEAST_EXACT) {
            throw new RuntimeException(sprintf('the proxy needs %.3f ms for %.3f ms: this machine is too slow, or too busy', 1000 * $best->roundTrip, 1000 * $roundTrip));
        }

        return $best;
    }

    /** Seconds of a PING: of a fast one, as in Uses. */
    public function ping(): float
    {
        $times = array_map(function (): int {
            $began = (int) hrtime(true);
            $this->redis?->ping();

            return (int) hrtime(true) - $began;
        }, array_fill(0, 301, null));
        sort($times);

        return $times[intdiv(301, 10)] / 1e9;
    }

    public function put(string $data): void
    {
        $this->redis === null ? apcu_store(self::KEY, $data) : $this->redis->set(self::KEY, $data);
    }

    public function get(): string
    {
        $data = $this->redis === null ? apcu_fetch(self::KEY) : $this->redis->get(self::KEY);

        return is_string($data) ? $data : throw new RuntimeException('the store has lost the value');
    }

    public function close(): void
    {
        $this->redis?->close();
        $this->proxy?->stop();
    }

    private static function client(int $port): Redis
    {
        $redis = new Redis();
        $redis->connect('127.0.0.1', $port);

        return $redis;
    }
}
