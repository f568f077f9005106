<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Measure\Source;

use Closure;
use Lyo\Measure\Item;
use Lyo\Measure\Source;
use Predis\Client as Predis;
use Predis\PredisException;
use Redis as PhpRedis;
use RedisException;
use RuntimeException;

use function array_filter;
use function array_values;
use function class_exists;
use function count;
use function extension_loaded;
use function is_array;
use function is_string;
use function ltrim;
use function parse_url;
use function rawurldecode;
use function str_starts_with;
use function strlen;
use function substr;

/**
 * The keys of a Redis that hold strings, told by SCAN: a thousand of them at a time in memory, and only values that are
 * measured are fetched. Needs the extension redis or the package predis/predis.
 */
final class Redis implements Source
{
    private const BATCH = '1000';

    /** @param Closure(string, string...): mixed $command null for an error */
    private function __construct(private readonly Closure $command, private readonly string $match) {}

    /**
     * @param string $url redis://[[user]:password@]host[:port][/database], or redis:///path/to/socket
     * @param string $match pattern of keys, as SCAN takes it
     *
     * @throws RuntimeException if there is no client, or no server
     */
    public static function at(string $url, string $match = '*'): self
    {
        $socket = str_starts_with($url, 'redis:///') ? substr($url, strlen('redis://')) : null;
        $parts = $socket !== null ? [] : parse_url($url);
        if (!is_array($parts)) {
            throw new RuntimeException('the address of a Redis is redis://host:port/database');
        }
        $login = array_filter([rawurldecode($parts['user'] ?? ''), rawurldecode($parts['pass'] ?? '')], static fn(string $part): bool => $part !== '');
        try {
            $command = match (true) {
                extension_loaded('redis') => self::phpRedis($socket ?? $parts['host'] ?? '', $socket !== null ? 0 : $parts['port'] ?? 6379),
                class_exists(Predis::class) => self::predis($socket !== null ? ['scheme' => 'unix', 'path' => $socket] : ['host' => $parts['host'] ?? '', 'port' => $parts['port'] ?? 6379]),
                default => throw new RuntimeException('Redis needs the extension redis, or the package predis/predis'),
            };
            $database = $socket === null ? ltrim($parts['path'] ?? '', '/') : '';
            foreach ([...$login === [] ? [] : [['AUTH', ...array_values($login)]], ...$database === '' ? [] : [['SELECT', $database]], ['PING']] as $words) {
                if ($command(...$words) === null) {
                    throw new RuntimeException("the Redis refuses $words[0]");
                }
            }

            return new self($command, $match);
        } catch (RedisException|PredisException $e) {
            throw new RuntimeException("the Redis cannot be used: {$e->getMessage()}");
        }
    }

    public function items(): iterable
    {
        $filter = ['TYPE', 'string'];
        $cursor = '0';
        do {
            $page = ($this->command)('SCAN', $cursor, 'MATCH', $this->match, 'COUNT', self::BATCH, ...$filter);
            if ($page === null && $filter !== []) {
                $filter = []; // Redis 6.0 knows it
                continue;
            }
            if (!is_array($page) || count($page) !== 2 || !is_string($page[0]) || !is_array($page[1])) {
                throw new RuntimeException('the Redis does not answer SCAN');
            }
            $cursor = $page[0];
            foreach ($page[1] as $key) {
                if (is_string($key)) {
                    yield new Item($key, null, fn(): ?string => $this->get($key));
                }
            }
        } while ($cursor !== '0' || $page === null);
    }

    /** Null if the key is gone, or holds something else than a string. */
    private function get(string $key): ?string
    {
        $data = ($this->command)('GET', $key);

        return is_string($data) ? $data : null;
    }

    /** @return Closure(string, string...): mixed */
    private static function phpRedis(string $host, int $port): Closure
    {
        $client = new PhpRedis();
        $client->connect($host, $port, 10.0);

        return static function (string $name, string ...$arguments) use ($client): mixed {
            $client->clearLastError();
            $answer = $client->rawCommand($name, ...$arguments);

            return $client->getLastError() === null ? $answer : null;
        };
    }

    /**
     * @param array<string, string|int> $server
     *
     * @return Closure(string, string...): mixed
     */
    private static function predis(array $server): Closure
    {
        $client = new Predis($server, ['exceptions' => false]);
        $client->connect();

        return static function (string $name, string ...$arguments) use ($client): mixed {
            try {
                $answer = $client->executeRaw([$name, ...array_values($arguments)], $error);
            } catch (PredisException $e) {
                throw new RuntimeException($e->getMessage());
            }

            return $error === true ? null : $answer;
        };
    }
}
