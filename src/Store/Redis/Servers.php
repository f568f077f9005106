<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Store\Redis;

use InvalidArgumentException;
use Predis\Client as PredisClient;
use Redis as PhpRedisClient;
use RuntimeException;
use SensitiveParameter;

use function array_keys;
use function array_map;
use function class_exists;
use function count;
use function is_array;
use function is_int;
use function is_string;
use function preg_match;
use function sort;

/** One server, or every master of a cluster; commands for a key go where the key is. */
final class Servers
{
    private const MOVES = 5;

    /**
     * @param non-empty-array<string, Connection> $connections by address
     */
    private function __construct(private readonly Address $address, private array $connections) {}

    /**
     * @throws InvalidArgumentException if the address is none
     * @throws RuntimeException if there is no client, or no server
     */
    public static function at(#[SensitiveParameter] string $url, ?string $user = null, #[SensitiveParameter] ?string $password = null): self
    {
        $addresses = Address::all($url, $user, $password);
        $address = $addresses[0]->master !== null ? self::master($addresses) : $addresses[0];
        $connection = self::connect($address);
        $connection->command('PING');
        $names = self::masters($connection, $address);
        $connections = [];
        foreach ($names as $name) {
            $connections[$name] = $name === $address->name() ? $connection : self::connect($address->at($name));
        }

        return new self($address, $connections === [] ? [$address->name() => $connection] : $connections);
    }

    /** @return list<string> addresses, always in the same order */
    public function names(): array
    {
        $names = array_keys($this->connections);
        sort($names);

        return $names;
    }

    public function on(string $name): Connection
    {
        return $this->connections[$name] ??= self::connect($this->address->at($name));
    }

    /**
     * A command for a key, wherever that is.
     *
     * @throws Refusal
     * @throws RuntimeException
     */
    public function command(?string $name, string ...$words): mixed
    {
        $connection = $this->on($name ?? $this->names()[0]);
        for ($moves = 0; ; $moves++) {
            try {
                return $connection->command(...$words);
            } catch (Refusal $e) {
                if ($moves === self::MOVES || preg_match('/\A(MOVED|ASK) \d+ (\S*:\d+)\z/', $e->getMessage(), $match) !== 1) {
                    throw $e;
                }
                $connection = $this->on($this->address->at($match[2])->name());
                if ($match[1] === 'ASK') {
                    $connection->command('ASKING');
                }
            }
        }
    }

    /** @throws RuntimeException */
    private static function connect(Address $address): Connection
    {
        return match (true) {
            class_exists(PhpRedisClient::class) => new PhpRedis($address),
            class_exists(PredisClient::class) => new Predis($address),
            default => throw new RuntimeException('a Redis needs the extension redis, or the package predis/predis'),
        };
    }

    /** @param non-empty-list<Address> $sentinels */
    private static function master(array $sentinels): Address
    {
        $reason = '';
        foreach ($sentinels as $sentinel) {
            try {
                // Most Sentinels have no password, and those that have one may have another; they are asked without.
                $answer = self::connect(new Address($sentinel->host, $sentinel->port))->command('SENTINEL', 'get-master-addr-by-name', (string) $sentinel->master);
                if (is_array($answer) && count($answer) === 2 && is_string($answer[0]) && is_string($answer[1])) {
                    return $sentinel->at("$answer[0]:$answer[1]");
                }
                $reason = "it knows no master $sentinel->master";
            } catch (RuntimeException $e) {
                $reason = $e->getMessage();
            }
        }
        throw new RuntimeException("no Sentinel tells the master: $reason");
    }

    /** @return list<string> addresses of the masters; none if it is no cluster */
    private static function masters(Connection $connection, Address $address): array
    {
        try {
            $slots = $connection->command('CLUSTER', 'SLOTS');
        } catch (Refusal) {
            return [];
        }
        $names = [];
        foreach (is_array($slots) ? $slots : [] as $range) {
            if (is_array($range) && is_array($range[2] ?? null) && is_int($range[2][1] ?? null)) {
                $host = $range[2][0] ?? '';
                $names[$address->at((is_string($host) ? $host : '') . ":{$range[2][1]}")->name()] = true;
            }
        }

        return array_map(strval(...), array_keys($names));
    }
}
