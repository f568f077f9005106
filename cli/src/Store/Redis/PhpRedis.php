<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store\Redis;

use Closure;
use Redis as Client;
use RedisException;
use RuntimeException;

use function array_map;
use function array_shift;
use function array_values;
use function is_array;
use function preg_match;

/** A connection through the extension redis. */
final class PhpRedis implements Connection
{
    private Client $client;

    /** @throws RuntimeException */
    public function __construct(private readonly Address $address)
    {
        $this->connect();
    }

    private function connect(): void
    {
        $address = $this->address;
        $this->client = new Client();
        self::guarded(function () use ($address): void {
            $this->client->connect($address->socket ?? ($address->tls ? 'tls://' : '') . $address->host, $address->socket === null ? $address->port : 0, 10.0);
            // These are methods rather than commands, so that the extension repeats them when it connects again after a lost connection.
            if ($address->login() !== []) {
                $this->client->auth($address->login());
            }
            if ($address->database !== 0) {
                $this->client->select($address->database);
            }
        });
    }

    public function command(string ...$words): mixed
    {
        return self::guarded(function () use ($words): mixed {
            $this->client->clearLastError();
            $answer = $this->client->rawCommand((string) array_shift($words), ...array_values($words));
            $error = $this->client->getLastError();

            return $error === null ? self::nil($answer) : throw new Refusal($error);
        });
    }

    public function pipeline(array $commands): array
    {
        try {
            $this->client->clearLastError();
            $this->client->multi(Client::PIPELINE);
            foreach ($commands as $words) {
                $this->client->rawCommand((string) array_shift($words), ...$words);
            }
            $answers = $this->client->exec();
            $this->client->clearLastError();

            return is_array($answers) ? array_values(array_map(self::nil(...), $answers)) : throw new RuntimeException('the Redis does not answer');
        } catch (RedisException) {
            // The extension throws some errors of single commands and leaves the other answers unread. The next commands would get these
            // answers, so the connection is opened again, and each command is sent by itself.
            $this->client->close();
            $this->connect();

            return array_map($this->commandOrNull(...), $commands);
        }
    }

    /** @param list<string> $words */
    private function commandOrNull(array $words): mixed
    {
        try {
            return $this->command(...$words);
        } catch (Refusal) {
            return null;
        }
    }

    /** The extension returns false for nil. */
    private static function nil(mixed $answer): mixed
    {
        return $answer === false ? null : $answer;
    }

    /**
     * @template T
     *
     * @param Closure(): T $call
     *
     * @return T
     */
    private static function guarded(Closure $call): mixed
    {
        try {
            return $call();
        } catch (RedisException $e) {
            // The extension throws some errors of the server, and reports others only through getLastError().
            throw preg_match('/\A[A-Z]{3,} /', $e->getMessage()) === 1 ? new Refusal($e->getMessage()) : new RuntimeException("the Redis cannot be used: {$e->getMessage()}", 0, $e);
        }
    }
}
