<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store\Redis;

use Closure;
use Predis\Client;
use Predis\Command\RawCommand;
use Predis\Pipeline\Pipeline;
use Predis\PredisException;
use Predis\Response\ErrorInterface;
use Predis\Response\Status;
use RuntimeException;

use function array_map;
use function array_slice;
use function array_values;

/** A connection through the package predis/predis. */
final readonly class Predis implements Connection
{
    private Client $client;

    /** @throws RuntimeException */
    public function __construct(Address $address)
    {
        [$user, $password] = [...$address->login(), null, null];
        if ($password === null) {
            [$user, $password] = [null, $user];
        }
        $this->client = new Client(
            ($address->socket !== null ? ['scheme' => 'unix', 'path' => $address->socket] : ['scheme' => $address->tls ? 'tls' : 'tcp', 'host' => $address->host, 'port' => $address->port])
            + ['username' => $user, 'password' => $password, 'database' => $address->database === 0 ? null : $address->database],
            ['exceptions' => false],
        );
        self::guarded(fn() => $this->client->connect());
    }

    public function command(string ...$words): mixed
    {
        $answer = self::guarded(fn(): mixed => $this->client->executeCommand(new RawCommand($words[0], array_values(array_slice($words, 1)))));

        return $answer instanceof ErrorInterface ? throw new Refusal($answer->getMessage()) : self::plain($answer);
    }

    public function pipeline(array $commands): array
    {
        $answers = self::guarded(function () use ($commands): array {
            $pipeline = new Pipeline($this->client);
            foreach ($commands as $words) {
                $pipeline->executeCommand(new RawCommand($words[0], array_slice($words, 1)));
            }

            return $pipeline->execute();
        });

        return array_values(array_map(self::plain(...), $answers));
    }

    private static function plain(mixed $answer): mixed
    {
        return match (true) {
            $answer instanceof ErrorInterface => null,
            $answer instanceof Status => $answer->getPayload(),
            default => $answer,
        };
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
        } catch (PredisException $e) {
            throw new RuntimeException("the Redis cannot be used: {$e->getMessage()}", 0, $e);
        }
    }
}
