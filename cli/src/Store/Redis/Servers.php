<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store\Redis;

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

/** The connections to one server, or to all masters of a cluster. In a cluster, command() finds the server that has a key. */
final class Servers
{
    /** How many times a command is sent to another server, before its answer MOVED or ASK counts as an error. */
    private const MOVES = 5;

    /**
     * @param non-empty-array<string, Connection> $connections by Address::name()
     */
    private function __construct(private readonly Address $address, private array $connections) {}

    /**
     * Connects to the server that $url names, to all masters of its cluster, or to the master that a Sentinel names.
     *
     * @throws InvalidArgumentException if $url is not an address
     * @throws RuntimeException if there is no client for Redis, or if a server cannot be reached
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

    /** @return list<string> names of the servers, in sorted order */
    public function names(): array
    {
        $names = array_keys($this->connections);
        sort($names);

        return $names;
    }

    /** Returns the connection to a server. It connects if there is none yet. */
    public function on(string $name): Connection
    {
        return $this->connections[$name] ??= self::connect($this->address->at($name));
    }

    /**
     * Sends a command, and follows the answers MOVED and ASK to the server that has the key.
     *
     * @param string|null $name the server to ask first; null for any
     *
     * @throws Refusal if the server answers with another error
     * @throws RuntimeException if a server cannot be reached
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
        try {
            $connection = match (true) {
                class_exists(PhpRedisClient::class) => new PhpRedis($address),
                class_exists(PredisClient::class) => new Predis($address),
                default => throw new RuntimeException('a Redis needs the extension redis, or the package predis/predis'),
            };
        } catch (RuntimeException $e) {
            // What the clients say of a port without TLS, such as "Redis server went away", does not name the cause.
            throw $address->tls && $e->getPrevious() !== null ? new RuntimeException("{$e->getMessage()} (if this port has no TLS, use redis://)", 0, $e) : $e;
        }
        try {
            $connection->command('CLIENT', 'NO-TOUCH', 'ON'); // since Redis 7.2: reading does not change which keys are evicted first
        } catch (Refusal) {
            // An older server, or a user who may not do that.
        }

        return $connection;
    }

    /**
     * Asks the Sentinels one after the other for the address of the master.
     *
     * @param non-empty-list<Address> $sentinels
     */
    private static function master(array $sentinels): Address
    {
        $reason = '';
        foreach ($sentinels as $sentinel) {
            try {
                // The password is for the master. Most Sentinels have none, and others may have a different one, so none is sent.
                $answer = self::connect(new Address($sentinel->host, $sentinel->port))->command('SENTINEL', 'get-master-addr-by-name', (string) $sentinel->master);
                if (is_array($answer) && count($answer) === 2 && is_string($answer[0]) && is_string($answer[1])) {
                    return $sentinel->at("$answer[0]:$answer[1]");
                }
                $reason = "it knows no master $sentinel->master";
            } catch (RuntimeException $e) {
                $reason = $e->getMessage();
            }
        }
        throw new RuntimeException("no Sentinel names the master: $reason");
    }

    /** @return list<string> names of the masters; empty if the server is not part of a cluster */
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
